/** The consent page: OIDC Core §3.1.2.4. The person grants the entries that they leave checked. */
import {
  answerConsent,
  askedBy,
  type Consent,
  type Facts,
  grantedResources,
  isGivenFor,
  questionsOf,
} from "@countersign/rules";
import { shownVersion } from "../../http/csrf.ts";
import type { FormParameters } from "../../http/parameters.ts";
import type { Answer } from "../../stores/issued/consents.ts";
import type { PersonRequest } from "../interaction.ts";
import { definePage, signedIn, subjectOf } from "../page.ts";
import { sharedClaims, sharedResources, sharedScopes } from "./shared-scopes.ts";

export const consent = definePage({
  name: "consent",
  isFor: signedIn,
  formSubject: subjectOf,

  // In another tab, the person may have allowed another request of this client. A refusal of this one still counts.
  stillActs: (_, form) => form.get("action") === "deny",

  version: ({ client }) => client?.revision ?? 0,

  /** Shows the data to be shared, what the client may do at each resource server, and the recipient. */
  async show({ interaction, session, facts, pages, common }, deps) {
    const { request } = interaction;
    const held = (await deps.users.claims(session.signIn.userId)) ?? {};
    const asked = askedBy(request);
    return pages.consent({
      ...common,
      person: session.displayName,
      scopes: sharedScopes(asked.scopes, held, session.consent),
      claims: sharedClaims(asked.claims, held, session.consent),
      resources: sharedResources(request.named?.others ?? [], facts.consents),
    });
  },

  /** The person allows or denies. We hold the requested scopes; the form only states which of them the person keeps. */
  async act({ interaction, session, facts }, form, deps, call) {
    if (form.get("action") !== "allow") return { kind: "refuse" };

    const { request, client, recipient, parked } = interaction;
    if (client === undefined) return { kind: "continue" };
    const host = recipient.agreedHost;
    const answers = answersOf({ request, host, consent: session.consent, consents: facts.consents }, form);
    const { userId } = session.signIn;
    const by = { at: deps.now(), address: call.address };
    const key = { userId, clientId: client.id, host, clientRevision: shownVersion(form) };
    if (!(await deps.consents.record(key, answers, by))) {
      // The person consents to what the page showed. If the client has changed since, the person sees the page again.
      deps.clients.forget(client.id);
      return { kind: "continue" };
    }

    if (keepsNothing(request, answers)) return { kind: "refuse" };
    return { kind: "continue", progress: { ...parked.progress, consentedUserId: userId } };
  },
});

interface Answering extends Pick<Facts, "consent" | "consents"> {
  readonly request: PersonRequest;
  readonly host: string;
}

/** What the person answered, for each resource server that the request asks something of. */
function answersOf({ request, host, consent, consents }: Answering, form: FormParameters): readonly Answer[] {
  return questionsOf(request, { consent, consents }).map(
    ({ identifier = request.resource, asked, consent: before }) => {
      const [scopes, claims] =
        identifier === request.resource ? [form.all("scope"), form.all("claim")] : [checkedAt(identifier, form), []];
      return { resource: identifier, consent: answerConsent(asked, { scopes, claims }, givenFor(host, before)) };
    },
  );
}

// If the person keeps none of the requested scopes, or no resource server that the request names, it is refused.
function keepsNothing(request: PersonRequest, answers: readonly Answer[]): boolean {
  const consents = new Map(answers.map(({ resource, consent }) => [resource, consent]));
  const own = consents.get(request.resource);
  const granted = grantedResources(request, { consent: own, consents });
  if (granted !== undefined) return Object.keys(granted).length === 0;
  return request.scopes.length > 0 && !request.scopes.some((scope) => own?.granted.scopes.includes(scope));
}

// The value of such a box is the identifier, a space and the scope. Neither of them contains a space.
function checkedAt(identifier: string, form: FormParameters): readonly string[] {
  const prefix = `${identifier} `;
  return form.all("resource_scope").flatMap((value) => (value.startsWith(prefix) ? value.slice(prefix.length) : []));
}

// This page lists only what this request asks for. A consent given for another host must not be included unseen.
const givenFor = (host: string, before: Consent | undefined) =>
  before !== undefined && isGivenFor(host, before) ? before : undefined;
