/** Answers requests for screens: finds the session, checks the right, shows the screen, runs its acts. */
import type { Call, Handler, Methods } from "@countersign/service";
import { demandedSignIn, shownProblem } from "../../api/problem.ts";
import type { Dependencies } from "../../dependencies.ts";
import { Refusal } from "../../errors.ts";
import { assertOwnForm } from "../../http/own-form.ts";
import { newSecret } from "../../sign-in/secrets.ts";
import type { Session } from "../../sign-in/sessions.ts";
import { submittedOf } from "../../views/form.ts";
import type { Page } from "../../views/model.ts";
import { marked, readied, refilled } from "../../views/refill.ts";
import type { Act, Outcome, Screen } from "../screen.ts";
import { SCREENS } from "../screens.ts";
import { type Arrived, againIfEnded, arrive, firstPageAfter, isForbidden, targetOf } from "./arrival.ts";
import { confirmationPage, isConfirmed } from "./confirmation.ts";
import { askedAgain, draftFor, mayActAtOnce } from "./drafts.ts";
import { render } from "./render.ts";
import { undoOf } from "./undo.ts";

/** The handlers of all screens, by path. */
export const screenMethods = (deps: Dependencies): Readonly<Record<string, Methods>> =>
  Object.fromEntries(
    SCREENS.map((screen) => [
      screen.path,
      { GET: show(screen, deps), ...(screen.acts === undefined ? {} : { POST: act(screen, deps) }) },
    ]),
  );

const show =
  (screen: Screen, deps: Dependencies): Handler =>
  async (call) => {
    const shown = await shownTo(screen, call, deps);
    if (shown === undefined) return;
    const { visit, session, page } = shown;
    const draft = draftFor(session, call);
    const form = draft && new URLSearchParams(draft.form);
    if (form !== undefined && mayActAtOnce(draft, screen) && (await didAtOnce(screen, call, { ...shown, form }, deps)))
      return;
    const asked = form && (await askedAgain(screen, form, { page, visit, address: targetOf(call) }));
    if (asked !== undefined) {
      render(call, asked, { screen, session, visit, done: "signed_in_again" }, deps);
      return;
    }
    const done = form === undefined ? (visit.query.get("done") ?? undefined) : "signed_in_again";
    render(call, form === undefined ? page : readied(page, form), { screen, session, visit, done }, deps);
  };

/** The page for the person who asks; `undefined` if the browser was sent elsewhere, such as to sign in. */
async function shownTo(
  screen: Screen,
  call: Call,
  deps: Dependencies,
): Promise<(Arrived & { page: Page }) | undefined> {
  const arrived = await arrive(screen, call, deps);
  if (arrived === undefined) return undefined;
  const { visit, session, isRemembered } = arrived;
  try {
    return { ...arrived, page: await screen.show(visit) };
  } catch (err) {
    const first = firstPageAfter(err, call);
    if (first !== undefined) {
      call.redirect(first);
      return undefined;
    }
    if (!(isRemembered && isForbidden(err))) return againIfEnded(err, call, deps);
    // The person lost a right since the last answer: the API is asked what is left.
    session.caller = undefined;
    return shownTo(screen, call, deps);
  }
}

const act =
  (screen: Screen, deps: Dependencies): Handler =>
  async (call) => {
    // Only people who are signed in send what may be long.
    const arrived = await arrive(screen, call, deps);
    if (arrived === undefined) return;
    const { form, file } = await submittedOf(call, screen.largestFileBytes);
    const { visit, session } = arrived;
    assertOwnForm(call.req, form, { secret: session.formSecret, path: call.path, origin: deps.config.CONSOLE_URL });
    try {
      await run(screen, call, { visit, session, form, file }, deps);
    } catch (err) {
      await showAgain(screen, call, { err, visit, session, form }, deps);
    }
  };

interface Acting extends Omit<Arrived, "isRemembered"> {
  readonly form: URLSearchParams;
  readonly file?: Uint8Array | undefined;
}

/** Does what a form of the person asks for, or shows first what that does. Throws what the API refuses. */
async function run(screen: Screen, call: Call, { visit, session, form, file }: Acting, deps: Dependencies) {
  const { needs, run: act, confirmation } = actIn(screen, form);
  if (!visit.may(needs)) throw new Refusal("not_allowed", `the act needs ${needs}`);
  const submission = { ...visit, form, file, etag: form.get("etag") ?? "*", once: form.get("once") ?? newSecret() };
  if (confirmation !== undefined && !isConfirmed(form)) {
    const from = { page: await screen.show(visit), address: targetOf(call) };
    render(call, await confirmationPage(confirmation, submission, from), { screen, session, visit }, deps);
    return;
  }
  const outcome = await act(submission);
  if ("page" in outcome) render(call, outcome.page, { screen, session, visit }, deps);
  else {
    session.undo = undoOf({ at: screen.path, path: call.path, form, outcome });
    leadOn(call, outcome, session, deps);
  }
}

/**
 * Does the act for which the person just proved who they are (decision 218). Its form was theirs when they sent it. If
 * the API wants yet another proof, false: the person sees the page, and sends the form again.
 */
async function didAtOnce(screen: Screen, call: Call, acting: Acting, deps: Dependencies): Promise<boolean> {
  try {
    await run(screen, call, acting, deps);
  } catch (err) {
    if (demandedSignIn(err) !== undefined) return false;
    await showAgain(screen, call, { ...acting, err }, deps);
  }
  return true;
}

/** Sends the browser on. A secret that the act made waits for it there. */
function leadOn(
  call: Call,
  outcome: Exclude<Outcome, { page: Page }>,
  session: Session,
  { cookies }: Pick<Dependencies, "cookies">,
): void {
  const { to, secret, hides } = outcome;
  if (hides !== undefined) cookies[hides].write(call.res, "hidden");
  if (secret !== undefined) session.made = { path: to.split("?")[0] ?? to, secret };
  call.redirect(withDone(outcome));
}

/** The act that a form names. Throws `form_malformed`. */
function actIn({ acts = {} }: Screen, form: URLSearchParams): Act {
  const name = form.get("act") ?? "";
  const act = Object.hasOwn(acts, name) ? acts[name] : undefined;
  if (act === undefined) throw new Refusal("form_malformed", "the form names no act of this page");
  return act;
}

/** A refused form shows its page again, with the reason and what was filled in. */
async function showAgain(
  screen: Screen,
  call: Call,
  { err, visit, session, form }: Omit<Arrived, "isRemembered"> & { err: unknown; form: URLSearchParams },
  deps: Dependencies,
): Promise<void> {
  const problem = shownProblem(err);
  if (problem === undefined) {
    await againIfEnded(err, call, deps, { sub: session.sub, form: form.toString() });
    return;
  }
  const { page, left } = marked(refilled(await screen.show(visit), form), form.get("act"), problem.members);
  render(call, page, { screen, session, visit, problem: { ...problem, left }, status: problem.status }, deps);
}

function withDone({ to, done }: { to: string; done?: string }): string {
  return done === undefined ? to : `${to}${to.includes("?") ? "&" : "?"}${new URLSearchParams({ done })}`;
}
