/** The second page of a sign-up: the code that was mailed. It looks the same when the mail carried no code. */
import { type EmailAddress, readEmailAddress } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../../dependencies.ts";
import { waitFor } from "../../../../platform/http/waiting.ts";
import { PROOF_PURPOSES } from "../../../../platform/stores/ways-in/proof-purposes.ts";
import { type Asked, anybody, definePage, type Outcome } from "../../page.ts";
import { type CodeProblem, mailCode, tryCode } from "./steps.ts";

export const signUpCode = definePage({
  name: "sign-up-code",
  isFor: anybody,
  formSubject: (handle) => `sign-up code ${handle}`,

  show: (asked) => page(asked),

  async act(asked, form, deps, call) {
    const { progress } = asked.interaction.parked;
    const action = form.get("action");
    const address = readEmailAddress(addressOf(asked));
    if (action === "change-address" || address === undefined) {
      return { kind: "continue", progress: { ...progress, signUp: { step: "address" } } };
    }
    if (action === "resend") return resend(asked, address, deps, call);

    const tried = await tryCode(asked, address, form, deps);
    return "problem" in tried ? again(asked, tried.problem, tried.retryAfterSeconds) : tried;
  },
});

async function resend(asked: Asked<unknown>, address: EmailAddress, deps: Dependencies, call: Call): Promise<Outcome> {
  const limit = await mailCode(asked, address, deps, call);
  if (limit !== undefined) return again(asked, "too_many", limit);
  const { progress } = asked.interaction.parked;
  // Recorded so that the person has the full time for the new code.
  const signUp = { step: "code", address: address.deliverable, resentAt: deps.now().toISOString() } as const;
  return { kind: "continue", progress: { ...progress, signUp } };
}

function addressOf({ interaction }: Asked<unknown>): string {
  const { signUp } = interaction.parked.progress;
  return signUp?.step === "code" ? signUp.address : "";
}

function again(asked: Asked<unknown>, problem: CodeProblem, retryAfterSeconds?: number): Outcome {
  const wait = waitFor(retryAfterSeconds);
  return { kind: "show", page: page(asked, problem, wait.minutes), status: wait.status, headers: wait.headers };
}

function page(asked: Asked<unknown>, problem?: CodeProblem, minutes?: number): string {
  const { signUp } = asked.interaction.parked.progress;
  const resent = signUp?.step === "code" && signUp.resentAt !== undefined;
  const { lifetimeSeconds: codeSeconds } = PROOF_PURPOSES["sign-up"];
  return asked.pages.signUpCode({ ...asked.common, address: addressOf(asked), codeSeconds, problem, minutes, resent });
}
