/**
 * The page for `prompt=select_account` (OIDC Core §3.1.2.1): who is signed in goes on as they are, or as somebody else.
 */
import type { Call, Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { assertOwnForm, csrfToken } from "../../http/csrf.ts";
import { languagesOf } from "../../http/languages.ts";
import { formOf, queryOf } from "../../http/parameters.ts";
import type { Session } from "../../stores/sessions.ts";
import { continueUrl, type FoundInteraction, findParked } from "../find-parked.ts";
import { findSession, stepOf } from "../proceed.ts";
import { clientDisplay } from "./client-display.ts";

/** GET: the account that is signed in, and the way to another. */
export function selectAccountPage(deps: Dependencies): Handler {
  return async (call) => {
    const interaction = await findParked(queryOf(call).get("request"), deps, call.req);
    const session = await askedToSelect(interaction, deps, call);
    if (session === undefined) return call.redirect(continueUrl(interaction.handle, deps.issuer));

    const pages = deps.views.in(languagesOf(call.req, interaction.request.uiLocales));
    const page = pages.selectAccount({
      party: clientDisplay(interaction, pages.range),
      display: interaction.request.display,
      person: session.displayName,
      request: interaction.handle,
      csrf: csrfToken(interaction.browser, formSubject(interaction, session)),
    });
    call.page(page);
  };
}

/** POST: the choice. Nobody is signed out by it: the session ends when somebody else has signed in. */
export function selectAccount(deps: Dependencies): Handler {
  return async (call) => {
    const fields = await formOf(call);
    const interaction = await findParked(fields.get("request"), deps, call.req);
    const session = await askedToSelect(interaction, deps, call);
    if (session === undefined) return call.redirect(continueUrl(interaction.handle, deps.issuer));

    const { browser, handle, parked } = interaction;
    assertOwnForm(call.req, fields, { browser, about: formSubject(interaction, session), issuer: deps.issuer });
    const choice = fields.get("action") === "continue" ? { selectedUserId: session.signIn.userId } : { another: true };
    await deps.parkedRequests.answer(handle, browser, parked, { ...parked.answers, ...choice });
    call.redirect(continueUrl(handle, deps.issuer));
  };
}

/** The session whose person has to choose now; `undefined` where something else comes next. */
async function askedToSelect(
  interaction: FoundInteraction,
  deps: Dependencies,
  { req }: Call,
): Promise<Session | undefined> {
  const session = await findSession(interaction, deps, req);
  const step = stepOf(interaction, session, deps.now());
  return step.kind === "ask" && step.page === "select-account" ? session : undefined;
}

// The page names one person: its answer is theirs, and no page of another kind has this token.
const formSubject = ({ handle }: FoundInteraction, { signIn }: Session) => `select ${handle} ${signIn.userId}`;
