/** The consent page: OIDC Core §3.1.2.4. What is granted is what was left checked. */
import { agreedHost, answerConsent, askedBy, type Consent, isGivenFor } from "@countersign/rules";
import type { Call, Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { assertOwnForm, csrfToken, shownVersion } from "../../http/csrf.ts";
import { languagesOf } from "../../http/languages.ts";
import { formOf, queryOf } from "../../http/parameters.ts";
import type { Session } from "../../stores/sessions.ts";
import { continueUrl, type FoundInteraction, findParked } from "../find-parked.ts";
import { findSession, stepOf } from "../proceed.ts";
import { clientDisplay } from "./client-display.ts";
import { refuse } from "./refuse.ts";
import { sharedClaims, sharedScopes } from "./shared-scopes.ts";

/** GET: what would be shared, and with whom. */
export function consentPage(deps: Dependencies): Handler {
  return async (call) => {
    const interaction = await findParked(queryOf(call).get("request"), deps, call.req);
    const session = await askedForConsent(interaction, deps, call);
    if (session === undefined) return call.redirect(continueUrl(interaction.handle, deps.issuer));

    const held = (await deps.users.claims(session.signIn.userId)) ?? {};
    const asked = askedBy(interaction.request);
    const pages = deps.views.in(languagesOf(call.req, interaction.request.uiLocales));
    const page = pages.consent({
      party: clientDisplay(interaction, pages.range),
      display: interaction.request.display,
      person: session.displayName,
      scopes: sharedScopes(asked.scopes, held, session.consent),
      claims: sharedClaims(asked.claims, held, session.consent),
      request: interaction.handle,
      csrf: csrfToken(interaction.browser, formSubject(interaction, session), revisionOf(interaction)),
    });
    call.page(page);
  };
}

/** POST: yes or no. What is asked for stands in the request that we hold; the form only says what of it stays. */
export function consent(deps: Dependencies): Handler {
  return async (call) => {
    const fields = await formOf(call);
    const interaction = await findParked(fields.get("request"), deps, call.req);
    const session = await askedForConsent(interaction, deps, call);
    if (session === undefined) return call.redirect(continueUrl(interaction.handle, deps.issuer));

    const { browser } = interaction;
    assertOwnForm(call.req, fields, { browser, about: formSubject(interaction, session), issuer: deps.issuer });
    if (fields.get("action") !== "allow") return refuse(interaction, deps, call);

    const { scopes, resource } = interaction.request;
    const checked = { scopes: fields.all("scope"), claims: fields.all("claim") };
    const host = agreedHost(interaction.redirectUri);
    const answer = answerConsent(askedBy(interaction.request), checked, givenFor(host, session.consent));
    const { userId } = session.signIn;
    const by = { at: deps.now(), address: call.address };
    const { id: clientId } = interaction.client;
    const key = { userId, clientId, resource, host };
    const isRecorded = await deps.consents.record({ ...key, clientRevision: shownVersion(fields) }, answer, by);
    if (!isRecorded) {
      // What the person saw is what they agree to: of a client that changed since, they see the page anew.
      deps.clients.forget(clientId);
      return call.redirect(continueUrl(interaction.handle, deps.issuer));
    }

    // Nothing left of what was asked for is a no.
    if (scopes.length > 0 && !scopes.some((scope) => answer.granted.scopes.includes(scope)))
      return refuse(interaction, deps, call);

    const answers = { ...interaction.parked.answers, consentedUserId: userId };
    await deps.parkedRequests.answer(interaction.handle, browser, interaction.parked, answers);
    call.redirect(continueUrl(interaction.handle, deps.issuer));
  };
}

/** The session whose person has to be asked now; `undefined` where something else comes next. */
async function askedForConsent(
  interaction: FoundInteraction,
  deps: Dependencies,
  { req }: Call,
): Promise<Session | undefined> {
  const session = await findSession(interaction, deps, req);
  const step = stepOf(interaction, session, deps.now());
  return step.kind === "ask" && step.page === "consent" ? session : undefined;
}

// This page lists only what this request asks for. What was granted at another host must not come along unseen.
const givenFor = (host: string, consent: Consent | undefined) =>
  consent !== undefined && isGivenFor(host, consent) ? consent : undefined;

const revisionOf = ({ client }: FoundInteraction) => client.revision ?? 0;

// One person's yes is not another's: the form names whom it was shown to.
const formSubject = ({ handle }: FoundInteraction, { signIn }: Session) => `${handle} ${signIn.userId}`;
