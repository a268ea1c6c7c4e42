/** The consent page: OIDC Core §3.1.2.4. The person grants the entries that they leave checked. */
import {
  answerConsent,
  askedBy,
  type Consent,
  type Detail,
  type Facts,
  groupsOf,
  isGivenFor,
  isNothingGranted,
  organizationIn,
  questionsOf,
  rememberedDetails,
  textOfScope,
} from "@countersign/rules";
import { shownVersion } from "../../../../platform/http/csrf.ts";
import type { FormParameters } from "../../../../platform/http/parameters.ts";
import type { Answer } from "../../../../platform/stores/issued/consents.ts";
import type { PersonRequest } from "../../interaction.ts";
import { definePage, signedIn, subjectOf } from "../../page.ts";
import { sharedDetails } from "./shared-details.ts";
import { sharedClaims, sharedResources, sharedScopes, unaskedGroups } from "./shared-scopes.ts";

export const consent = definePage({
  name: "consent",
  isFor: signedIn,
  formSubject: subjectOf,

  // In another tab, the person may have allowed another request of this client. A refusal of this one still counts.
  stillActs: (_, form) => form.get("action") === "deny",

  version: ({ client }) => client?.revision ?? 0,

  /** Shows the data to be shared, what the client may do at each resource server, and the recipient. */
  async show({ interaction, session, facts, pages, common }, deps) {
    const { request, client } = interaction;
    const claims = await deps.users.claims(session.signIn.userId);
    const held = claims ?? {};
    const asked = askedBy(request);
    const slug = organizationIn(asked.scopes);
    const texts = await deps.resources.scopeTexts((request.named?.others ?? []).map(({ identifier }) => identifier));
    const organization = slug && (await deps.organizations.find(session.signIn.userId, slug))?.name;
    return pages.consent({
      ...common,
      person: session.displayName,
      zone: claims?.zoneinfo ?? undefined,
      scopes: [
        ...sharedScopes(asked.scopes, held, session.consent, { organization, required: asked.required }),
        ...unaskedGroups(client),
      ],
      claims: sharedClaims(asked.claims, held, session.consent),
      resources: sharedResources(request, facts.consents, (identifier, scope) =>
        textOfScope(texts.get(identifier) ?? {}, scope, pages.range),
      ),
      details: sharedDetails(request, deps.detailsTypes, pages.range),
      isRemembered: !facts.mustPrompt,
    });
  },

  /** The person allows or denies. We hold the requested scopes; the form only states which of them the person keeps. */
  async act({ interaction, session, facts }, form, deps, call) {
    if (form.get("action") !== "allow") return { kind: "refuse" };

    const { request, client, recipient, parked } = interaction;
    if (client === undefined) return { kind: "continue" };
    const host = recipient.agreedHost;
    const accepted = acceptedIn(request.details ?? [], form);
    const kept = detailsAt(request, accepted);
    const before = { consent: session.consent, consents: facts.consents };
    const answers = [
      ...answersOf({ request, host, ...before }, kept, form),
      ...answersAbout({ request, host, ...before }, kept),
    ];
    const { userId } = session.signIn;
    const by = { at: deps.now(), ...call.from };
    const key = { userId, clientId: client.id, host, clientRevision: shownVersion(form) };
    if (!(await deps.consents.record(key, answers, by))) {
      // The person consents to what the page showed. If the client has changed since, the person sees the page again.
      deps.clients.forget(client.id);
      return { kind: "continue" };
    }

    if (keepsNothing(request, answers, kept)) return { kind: "refuse" };
    const details = request.details === undefined ? {} : { details: { userId, accepted } };
    return { kind: "continue", progress: { ...parked.progress, consentedUserId: userId, ...details } };
  },
});

interface Answering extends Pick<Facts, "consent" | "consents"> {
  readonly request: PersonRequest;
  readonly host: string;
}

/** What the person answered, for each resource server that the request asks something of. */
function answersOf(
  { request, host, consent, consents }: Answering,
  accepted: readonly Detail[],
  form: FormParameters,
): readonly Answer[] {
  return questionsOf(request, { consent, consents }).map(
    ({ identifier = request.resource, asked, consent: before }) => {
      const [scopes, claims] =
        identifier === request.resource ? [form.all("scope"), form.all("claim")] : [checkedAt(identifier, form), []];
      const consent = answerConsent(asked, { scopes, claims }, givenFor(host, before));
      const remembered = rememberedDetails(request.details ?? [], accepted, identifier, givenFor(host, before));
      return { resource: identifier, consent, remembered };
    },
  );
}

/**
 * What is stored for the resource servers of accepted authorization details, if the request asks no scopes there: that
 * the client is known there, and what is remembered.
 */
function answersAbout({ request, host, consents }: Answering, kept: readonly Detail[]): readonly Answer[] {
  const { details = [], named } = request;
  const answered = new Set(questionsOf(request, { consent: undefined, consents }).map(({ identifier }) => identifier));
  const isAbout = (identifier: string) => kept.some(({ resources }) => resources.includes(identifier));
  return (named?.others ?? []).flatMap(({ identifier }) => {
    const before = givenFor(host, consents?.get(identifier));
    const isKnown = before?.details !== undefined;
    if (answered.has(identifier) || !(isKnown || isAbout(identifier))) return [];
    const consent = answerConsent({ scopes: [], claims: [] }, { scopes: [], claims: [] }, before);
    return [{ resource: identifier, consent, remembered: rememberedDetails(details, kept, identifier, before) }];
  });
}

const detailsAt = ({ details = [] }: PersonRequest, positions: readonly number[]): readonly Detail[] =>
  details.filter((_, at) => positions.includes(at));

/** The positions of the objects that the person left checked. Those of a group have one box. */
function acceptedIn(details: readonly Detail[], form: FormParameters): readonly number[] {
  const checked = form.all("details");
  return groupsOf(details).flatMap((group) => (checked.includes(String(group[0])) ? group : []));
}

// If the person keeps none of the requested scopes, or no resource server that the request names, it is refused.
function keepsNothing(request: PersonRequest, answers: readonly Answer[], accepted: readonly Detail[]): boolean {
  const consents = new Map(answers.map(({ resource, consent }) => [resource, consent]));
  return isNothingGranted(request, { consent: consents.get(request.resource), consents }, accepted);
}

// The value of such a box is the identifier, a space and the scope. Neither of them contains a space.
function checkedAt(identifier: string, form: FormParameters): readonly string[] {
  const prefix = `${identifier} `;
  return form.all("resource_scope").flatMap((value) => (value.startsWith(prefix) ? value.slice(prefix.length) : []));
}

// This page lists only what this request asks for. A consent given for another host must not be included unseen.
const givenFor = (host: string, before: Consent | undefined): Consent | undefined =>
  before !== undefined && isGivenFor(host, before) ? before : undefined;
