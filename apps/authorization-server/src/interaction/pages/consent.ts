/** The consent page: OIDC Core §3.1.2.4. What is granted is what was left checked. */
import { answerConsent, askedBy, type Consent, isGivenFor } from "@countersign/rules";
import { shownVersion } from "../../http/csrf.ts";
import { definePage, signedIn, subjectOf } from "../page.ts";
import { sharedClaims, sharedScopes } from "./shared-scopes.ts";

export const consent = definePage({
  name: "consent",
  isFor: signedIn,
  formSubject: subjectOf,
  version: ({ client }) => client.revision ?? 0,

  /** What would be shared, and with whom. */
  async show({ interaction, session, pages, common }, deps) {
    const held = (await deps.users.claims(session.signIn.userId)) ?? {};
    const asked = askedBy(interaction.request);
    return pages.consent({
      ...common,
      person: session.displayName,
      scopes: sharedScopes(asked.scopes, held, session.consent),
      claims: sharedClaims(asked.claims, held, session.consent),
    });
  },

  /** Yes or no. What is asked for stands in the request that we hold; the form only says what of it stays. */
  async act({ interaction, session }, form, deps, call) {
    if (form.get("action") !== "allow") return { kind: "refuse" };

    const { request, client, recipient, parked } = interaction;
    const { scopes, resource } = request;
    const host = recipient.agreedHost;
    const checked = { scopes: form.all("scope"), claims: form.all("claim") };
    const answer = answerConsent(askedBy(request), checked, givenFor(host, session.consent));
    const { userId } = session.signIn;
    const by = { at: deps.now(), address: call.address };
    const key = { userId, clientId: client.id, resource, host, clientRevision: shownVersion(form) };
    if (!(await deps.consents.record(key, answer, by))) {
      // What the person saw is what they agree to: of a client that changed since, they see the page anew.
      deps.clients.forget(client.id);
      return { kind: "continue" };
    }

    // Nothing left of what was asked for is a no.
    if (scopes.length > 0 && !scopes.some((scope) => answer.granted.scopes.includes(scope))) return { kind: "refuse" };
    return { kind: "continue", progress: { ...parked.progress, consentedUserId: userId } };
  },
});

// This page lists only what this request asks for. What was granted at another host must not come along unseen.
const givenFor = (host: string, before: Consent | undefined) =>
  before !== undefined && isGivenFor(host, before) ? before : undefined;
