/** The first page of a sign-up: the person's email address. The answer is the same for every address. */
import { readEmailAddress } from "@countersign/rules";
import { paths } from "../../../../paths.ts";
import { csrfToken } from "../../../../platform/http/csrf.ts";
import { waitFor } from "../../../../platform/http/waiting.ts";
import { PROOF_PURPOSES } from "../../../../platform/stores/ways-in/proof-purposes.ts";
import { type Asked, anybody, definePage, type Outcome } from "../../page.ts";
import { isTrap, mailCode, type SignUpProblem, tryCode } from "./steps.ts";

export const signUpAddress = definePage({
  name: "sign-up",
  isFor: anybody,
  formSubject: subjectOf,

  // After a last step that came to nothing, the person starts again on a page that has this form.
  stillActs: ({ parked }) => parked.progress.signUp?.step === "details",

  show: (asked) => page(asked, asked.interaction.request.loginHint ?? ""),

  async act(asked, form, deps, call) {
    const { progress } = asked.interaction.parked;
    if (form.get("action") === "sign-in")
      return { kind: "continue", progress: { ...progress, signUp: { step: "left" } } };

    const typed = form.get("email") ?? "";
    const address = readEmailAddress(typed);
    if (address === undefined) return again(asked, typed, "malformed");
    if (!deps.signUp.allowsAddress(address.canonical)) return again(asked, typed, "domain");

    // Another message has to wait, but the code of the one before is good in this browser.
    if (form.get("action") === "confirm") {
      const tried = await tryCode(asked, address, form, deps);
      return "problem" in tried ? again(asked, typed, tried.problem, tried.retryAfterSeconds) : tried;
    }
    // The page says so: it must not tell a person of a message that was not sent.
    if (isTrap(form)) return again(asked, typed, "again");
    const { address: from, reference } = call.from;
    const comer = { from, reference, email: address.canonical, act: "sign-up", at: deps.now() } as const;
    if ((await deps.blockedAddresses.refusal(comer)) === "domain") return again(asked, typed, "domain");
    const limit = await mailCode(asked, address, deps, call);
    if (limit !== undefined) return again(asked, typed, "too_many", limit);
    return { kind: "continue", progress: { ...progress, signUp: { step: "code", address: address.deliverable } } };
  },
});

/** The page after a last step that came to nothing. */
export function startAgain(asked: Asked<unknown>): string {
  const { browser, handle } = asked.interaction.place;
  const common = { ...asked.common, path: paths.signUp, csrf: csrfToken(browser, subjectOf(handle)) };
  return page({ ...asked, common }, "", "again");
}

function subjectOf(handle: string): string {
  return `sign-up ${handle}`;
}

function again(asked: Asked<unknown>, email: string, problem: SignUpProblem, retryAfterSeconds?: number): Outcome {
  const wait = waitFor(retryAfterSeconds);
  return { kind: "show", page: page(asked, email, problem, wait.minutes), status: wait.status, headers: wait.headers };
}

/** The problems for which the page shows a field for the code: the person may have received one. */
const WITH_CODE: ReadonlySet<SignUpProblem> = new Set(["too_many", "malformed_code", "wrong_code"]);

const page = ({ pages, common }: Asked<unknown>, email: string, problem?: SignUpProblem, minutes?: number) =>
  pages.signUp({
    ...common,
    email: email.slice(0, 320),
    problem,
    minutes,
    takesCode: problem !== undefined && WITH_CODE.has(problem),
    codeSeconds: PROOF_PURPOSES["sign-up"].lifetimeSeconds,
  });
