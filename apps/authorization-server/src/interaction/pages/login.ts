/** The sign-in page: OIDC Core §3.1.2.3. It shows and acts, and leaves what comes next to the continue step. */
import { ProtocolError } from "@countersign/rules";
import type { Call, Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { networkOf, sourceOf } from "../../http/address.ts";
import { assertOwnForm, csrfToken } from "../../http/csrf.ts";
import { languagesOf } from "../../http/languages.ts";
import { formOf, queryOf } from "../../http/parameters.ts";
import { signInWithPassword } from "../../sign-in/password.ts";
import { continueUrl, type FoundInteraction, findParked } from "../find-parked.ts";
import { findSession, stepOf } from "../proceed.ts";
import { clientDisplay } from "./client-display.ts";
import { refuse } from "./refuse.ts";

/** GET: the form. */
export function loginPage(deps: Dependencies): Handler {
  return async (call) => {
    const interaction = await findParked(queryOf(call).get("request"), deps, call.req);

    // An address typed by hand, or the back button: the continue step knows better.
    const step = stepOf(interaction, await findSession(interaction, deps, call.req), deps.now());
    if (step.kind !== "ask" || step.page !== "login")
      return call.redirect(continueUrl(interaction.handle, deps.issuer));

    call.page(form(deps, interaction, call, { username: interaction.request.loginHint ?? "" }));
  };
}

/** POST: checks who it is. */
export function login(deps: Dependencies): Handler {
  return async (call) => {
    const fields = await formOf(call);
    const interaction = await findParked(fields.get("request"), deps, call.req);
    assertOwnForm(call.req, fields, { browser: interaction.browser, about: interaction.handle, issuer: deps.issuer });
    if (fields.get("action") === "cancel") return refuse(interaction, deps, call);

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
      return again(call, { interaction, username, limit: signIn }, deps);

    const secret = await deps.sessions.signIn(deps.cookies.session(call.req), signIn, { address: call.address });
    deps.cookies.setSession(call.res, secret);
    deps.cookies.setDevice(call.res, deps.devices.remember(attempt.deviceCookie, { id: signIn.userId, username }));

    await deps.parkedRequests.answer(interaction.handle, interaction.browser, interaction.parked, {
      ...interaction.parked.answers,
      signedInUserId: signIn.userId,
    });
    call.redirect(continueUrl(interaction.handle, deps.issuer));
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
  {
    interaction,
    username,
    limit,
  }: { interaction: FoundInteraction; username: string; limit: ProtocolError | undefined },
  deps: Pick<Dependencies, "views">,
): void {
  const seconds = limit?.retryAfterSeconds;
  const problem = seconds === undefined ? ("wrong_password" as const) : ("too_many_attempts" as const);
  const page = form(deps, interaction, call, { username, problem });
  if (seconds === undefined) call.page(page, {}, 422);
  else call.page(page, { "retry-after": String(Math.ceil(seconds)) }, 429);
}

function form(
  { views }: Pick<Dependencies, "views">,
  interaction: FoundInteraction,
  { req }: Call,
  shown: { username: string; problem?: "wrong_password" | "too_many_attempts" },
): string {
  const { handle, browser } = interaction;
  const pages = views.in(languagesOf(req, interaction.request.uiLocales));
  return pages.login({
    party: clientDisplay(interaction, pages.range),
    display: interaction.request.display,
    request: handle,
    csrf: csrfToken(browser, handle),
    problem: undefined,
    ...shown,
  });
}
