/** The sign-in page: OIDC Core §3.1.2.3. It shows and acts, and leaves what comes next to the continue step. */
import { ProtocolError } from "@countersign/rules";
import type { Request, RequestHandler, Response } from "express";
import type { Dependencies } from "../dependencies.ts";
import { continueUrl, type FoundRequest, findParked } from "../endpoints/authorization/find-parked.ts";
import { findSession, stepOf } from "../endpoints/authorization/proceed.ts";
import { addressOf, networkOf, sourceOf } from "../http/address.ts";
import { assertOwnForm, csrfToken } from "../http/csrf.ts";
import { languagesOf } from "../http/languages.ts";
import { formParameters, queryParameters } from "../http/parameters.ts";
import { seeOther } from "../http/redirect.ts";
import { partyOf } from "./party.ts";
import { refuse } from "./refuse.ts";
import { signInWithPassword } from "./sign-in/password.ts";

/** GET: the form. */
export function loginPage(deps: Dependencies): RequestHandler {
  return async (req, res) => {
    const ongoing = await findParked(queryParameters(req).get("request"), deps, req);

    // An address typed by hand, or the back button: the continue step knows better.
    const step = stepOf(ongoing, await findSession(ongoing, deps, req), deps.now());
    if (step.kind !== "ask" || step.page !== "login") return seeOther(res, continueUrl(ongoing.handle));

    res.send(form(deps, ongoing, req, { username: ongoing.request.loginHint ?? "" }));
  };
}

/** POST: checks who it is. */
export function login(deps: Dependencies): RequestHandler {
  return async (req, res) => {
    const fields = formParameters(req);
    const ongoing = await findParked(fields.get("request"), deps, req);
    assertOwnForm(req, fields, { browser: ongoing.browser, about: ongoing.handle, issuer: deps.issuer });
    if (fields.get("action") === "cancel") return refuse(ongoing, deps, res);

    const username = (fields.get("username") ?? "").trim();
    const attempt = {
      username,
      password: fields.get("password") ?? "",
      address: addressOf(req),
      source: sourceOf(req),
      network: networkOf(req),
      deviceCookie: deps.cookies.device(req),
    };
    const signIn = await attempted(() => signInWithPassword(attempt, deps));
    if (signIn === undefined || signIn instanceof ProtocolError)
      return again(deps, ongoing, username, signIn, req, res);

    const secret = await deps.sessions.signIn(deps.cookies.session(req), signIn, { address: addressOf(req) });
    deps.cookies.setSession(res, secret);
    deps.cookies.setDevice(res, deps.devices.remember(attempt.deviceCookie, { id: signIn.userId, username }));

    await deps.parkedRequests.answer(ongoing.handle, ongoing.browser, ongoing.parked, {
      ...ongoing.parked.answers,
      signedInUserId: signIn.userId,
    });
    seeOther(res, continueUrl(ongoing.handle));
  };
}

// At a limit the person stays on the page and reads how long to wait.
async function attempted<T>(work: () => Promise<T>): Promise<T | ProtocolError> {
  try {
    return await work();
  } catch (err) {
    if (err instanceof ProtocolError && err.retryAfterSeconds !== undefined) return err;
    throw err;
  }
}

function again(
  deps: Dependencies,
  ongoing: FoundRequest,
  username: string,
  limit: ProtocolError | undefined,
  req: Request,
  res: Response,
): void {
  const seconds = limit?.retryAfterSeconds;
  if (seconds !== undefined) res.set("retry-after", String(Math.ceil(seconds)));

  const problem = seconds === undefined ? ("wrong_password" as const) : ("too_many_attempts" as const);
  res.status(seconds === undefined ? 422 : 429).send(form(deps, ongoing, req, { username, problem }));
}

function form(
  { views }: Pick<Dependencies, "views">,
  ongoing: FoundRequest,
  req: Request,
  shown: { username: string; problem?: "wrong_password" | "too_many_attempts" },
): string {
  const { handle, browser } = ongoing;
  const pages = views.in(languagesOf(req, ongoing.request.uiLocales));
  return pages.login({
    party: partyOf(ongoing, pages.range),
    display: ongoing.request.display,
    request: handle,
    csrf: csrfToken(browser, handle),
    problem: undefined,
    ...shown,
  });
}
