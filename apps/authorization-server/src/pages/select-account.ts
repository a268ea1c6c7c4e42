/**
 * The page for `prompt=select_account` (OIDC Core §3.1.2.1): who is signed in goes on as they are, or as somebody else.
 */
import type { Request, RequestHandler } from "express";
import type { Dependencies } from "../dependencies.ts";
import { continueUrl, type FoundRequest, findParked } from "../endpoints/authorization/find-parked.ts";
import { findSession, stepOf } from "../endpoints/authorization/proceed.ts";
import { assertOwnForm, csrfToken } from "../http/csrf.ts";
import { languagesOf } from "../http/languages.ts";
import { formParameters, queryParameters } from "../http/parameters.ts";
import { seeOther } from "../http/redirect.ts";
import type { Session } from "../stores/sessions.ts";
import { partyOf } from "./party.ts";

/** GET: the account that is signed in, and the way to another. */
export function selectAccountPage(deps: Dependencies): RequestHandler {
  return async (req, res) => {
    const ongoing = await findParked(queryParameters(req).get("request"), deps, req);
    const session = await askedToSelect(ongoing, deps, req);
    if (session === undefined) return seeOther(res, continueUrl(ongoing.handle));

    const pages = deps.views.in(languagesOf(req, ongoing.request.uiLocales));
    const page = pages.selectAccount({
      party: partyOf(ongoing, pages.range),
      display: ongoing.request.display,
      person: session.displayName,
      request: ongoing.handle,
      csrf: csrfToken(ongoing.browser, formSubject(ongoing, session)),
    });
    res.send(page);
  };
}

/** POST: the choice. Nobody is signed out by it: the session ends when somebody else has signed in. */
export function selectAccount(deps: Dependencies): RequestHandler {
  return async (req, res) => {
    const fields = formParameters(req);
    const ongoing = await findParked(fields.get("request"), deps, req);
    const session = await askedToSelect(ongoing, deps, req);
    if (session === undefined) return seeOther(res, continueUrl(ongoing.handle));

    const { browser, handle, parked } = ongoing;
    assertOwnForm(req, fields, { browser, about: formSubject(ongoing, session), issuer: deps.issuer });
    const choice = fields.get("action") === "continue" ? { selectedUserId: session.signIn.userId } : { another: true };
    await deps.parkedRequests.answer(handle, browser, parked, { ...parked.answers, ...choice });
    seeOther(res, continueUrl(handle));
  };
}

/** The session whose person has to choose now; `undefined` where something else comes next. */
async function askedToSelect(ongoing: FoundRequest, deps: Dependencies, req: Request): Promise<Session | undefined> {
  const session = await findSession(ongoing, deps, req);
  const step = stepOf(ongoing, session, deps.now());
  return step.kind === "ask" && step.page === "select-account" ? session : undefined;
}

// The page names one person: its answer is theirs, and no page of another kind has this token.
const formSubject = ({ handle }: FoundRequest, { signIn }: Session) => `select ${handle} ${signIn.userId}`;
