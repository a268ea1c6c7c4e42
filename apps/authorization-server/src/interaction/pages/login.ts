/** The sign-in page: OIDC Core §3.1.2.3. It shows and acts, and leaves what comes next to the continue step. */
import { ProtocolError } from "@countersign/rules";
import type { Call, Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { networkOf, sourceOf } from "../../http/address.ts";
import { assertOwnForm, csrfToken } from "../../http/csrf.ts";
import { languagesOf } from "../../http/languages.ts";
import { formOf, queryOf } from "../../http/parameters.ts";
import { signInWithPassword } from "../../sign-in/password.ts";
import { continueUrl, type FoundRequest, findParked } from "../find-parked.ts";
import { findSession, stepOf } from "../proceed.ts";
import { clientDisplay } from "./client-display.ts";
import { refuse } from "./refuse.ts";

/** GET: the form. */
export function loginPage(deps: Dependencies): Handler {
  return async (call) => {
    const ongoing = await findParked(queryOf(call).get("request"), deps, call.req);

    // An address typed by hand, or the back button: the continue step knows better.
    const step = stepOf(ongoing, await findSession(ongoing, deps, call.req), deps.now());
    if (step.kind !== "ask" || step.page !== "login") return call.redirect(continueUrl(ongoing.handle, deps.issuer));

    call.page(form(deps, ongoing, call, { username: ongoing.request.loginHint ?? "" }));
  };
}

/** POST: checks who it is. */
export function login(deps: Dependencies): Handler {
  return async (call) => {
    const fields = await formOf(call);
    const ongoing = await findParked(fields.get("request"), deps, call.req);
    assertOwnForm(call.req, fields, { browser: ongoing.browser, about: ongoing.handle, issuer: deps.issuer });
    if (fields.get("action") === "cancel") return refuse(ongoing, deps, call);

    const username = (fields.get("username") ?? "").trim();
    const attempt = {
      username,
      password: fields.get("password") ?? "",
      address: call.address,
      source: sourceOf(call.address),
      network: networkOf(call.address),
      deviceCookie: deps.cookies.device(call.req),
    };
    const signIn = await attempted(() => signInWithPassword(attempt, deps));
    if (signIn === undefined || signIn instanceof ProtocolError)
      return again(call, { ongoing, username, limit: signIn }, deps);

    const secret = await deps.sessions.signIn(deps.cookies.session(call.req), signIn, { address: call.address });
    deps.cookies.setSession(call.res, secret);
    deps.cookies.setDevice(call.res, deps.devices.remember(attempt.deviceCookie, { id: signIn.userId, username }));

    await deps.parkedRequests.answer(ongoing.handle, ongoing.browser, ongoing.parked, {
      ...ongoing.parked.answers,
      signedInUserId: signIn.userId,
    });
    call.redirect(continueUrl(ongoing.handle, deps.issuer));
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
  call: Call,
  { ongoing, username, limit }: { ongoing: FoundRequest; username: string; limit: ProtocolError | undefined },
  deps: Pick<Dependencies, "views">,
): void {
  const seconds = limit?.retryAfterSeconds;
  const problem = seconds === undefined ? ("wrong_password" as const) : ("too_many_attempts" as const);
  const page = form(deps, ongoing, call, { username, problem });
  if (seconds === undefined) call.page(page, {}, 422);
  else call.page(page, { "retry-after": String(Math.ceil(seconds)) }, 429);
}

function form(
  { views }: Pick<Dependencies, "views">,
  ongoing: FoundRequest,
  { req }: Call,
  shown: { username: string; problem?: "wrong_password" | "too_many_attempts" },
): string {
  const { handle, browser } = ongoing;
  const pages = views.in(languagesOf(req, ongoing.request.uiLocales));
  return pages.login({
    party: clientDisplay(ongoing, pages.range),
    display: ongoing.request.display,
    request: handle,
    csrf: csrfToken(browser, handle),
    problem: undefined,
    ...shown,
  });
}
