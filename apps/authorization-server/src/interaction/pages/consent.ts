/** The consent page: OIDC Core §3.1.2.4. The person grants the entries that they leave checked. */
import { answerConsent, askedBy, type Consent, isGivenFor } from "@countersign/rules";
import { shownVersion } from "../../http/csrf.ts";
import { definePage, signedIn, subjectOf } from "../page.ts";
import { sharedClaims, sharedScopes } from "./shared-scopes.ts";

export const consent = definePage({
  name: "consent",
  isFor: signedIn,
  formSubject: subjectOf,

  // In another tab, the person may have allowed another request of this client. A refusal of this one still counts.
  stillActs: (_, form) => form.get("action") === "deny",

  version: ({ client }) => client?.revision ?? 0,

  /** Shows the data to be shared and the recipient. */
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

  /** The person allows or denies. We hold the requested scopes; the form only states which of them the person keeps. */
  async act({ interaction, session }, form, deps, call) {
    if (form.get("action") !== "allow") return { kind: "refuse" };

    const { request, client, recipient, parked } = interaction;
    if (client === undefined) return { kind: "continue" };
    const { scopes, resource } = request;
    const host = recipient.agreedHost;
    const checked = { scopes: form.all("scope"), claims: form.all("claim") };
    const answer = answerConsent(askedBy(request), checked, givenFor(host, session.consent));
    const { userId } = session.signIn;
    const by = { at: deps.now(), address: call.address };
    const key = { userId, clientId: client.id, resource, host, clientRevision: shownVersion(form) };
    if (!(await deps.consents.record(key, answer, by))) {
      // The person consents to what the page showed. If the client has changed since, the person sees the page again.
      deps.clients.forget(client.id);
      return { kind: "continue" };
    }

    // If the person keeps none of the requested scopes, the request is refused.
    if (scopes.length > 0 && !scopes.some((scope) => answer.granted.scopes.includes(scope))) return { kind: "refuse" };
    return { kind: "continue", progress: { ...parked.progress, consentedUserId: userId } };
  },
});

// This page lists only what this request asks for. A consent given for another host must not be included unseen.
const givenFor = (host: string, before: Consent | undefined) =>
  before !== undefined && isGivenFor(host, before) ? before : undefined;
