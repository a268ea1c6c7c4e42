/** The second page of a sign-up: the code that was mailed. It looks the same when the mail carried no code. */
import { type EmailAddress, readCode, readEmailAddress } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { type Asked, anybody, definePage, type Outcome, waitFor } from "../../page.ts";
import { mailCode } from "./steps.ts";

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

    const code = readCode(form.get("code") ?? "");
    if (code === undefined) return again(asked, "malformed_code");
    return tryCode(asked, address, code, deps);
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

async function tryCode(
  asked: Asked<unknown>,
  { deliverable, canonical }: EmailAddress,
  code: string,
  { limits, addressProofs, now }: Dependencies,
): Promise<Outcome> {
  const { place, parked } = asked.interaction;
  const subject = { address: canonical, browser: place.browser };
  // A try counts only against a code that was mailed. Otherwise strangers could use up the tries of an address.
  const pending = await addressProofs.find("sign-up", subject, now());
  if (pending === undefined || pending.provedAt !== null || pending.triesLeft === 0) return again(asked, "void_code");
  const { allowed, retryAfterSeconds } = await limits.codeTries.consume(canonical);
  if (!allowed) return again(asked, "too_many", retryAfterSeconds);

  const result = await addressProofs.tryCode("sign-up", subject, code, now());
  if (result.kind !== "proved") return again(asked, result.kind === "wrong" ? "wrong_code" : "void_code");
  const signUp = { step: "details", address: deliverable, proofId: result.proof.id } as const;
  return { kind: "continue", progress: { ...parked.progress, signUp } };
}

function addressOf({ interaction }: Asked<unknown>): string {
  const { signUp } = interaction.parked.progress;
  return signUp?.step === "code" ? signUp.address : "";
}

type Problem = "malformed_code" | "wrong_code" | "void_code" | "too_many";

function again(asked: Asked<unknown>, problem: Problem, retryAfterSeconds?: number): Outcome {
  const wait = waitFor(retryAfterSeconds);
  return { kind: "show", page: page(asked, problem, wait.minutes), status: wait.status, headers: wait.headers };
}

function page(asked: Asked<unknown>, problem?: Problem, minutes?: number): string {
  const { signUp } = asked.interaction.parked.progress;
  const resent = signUp?.step === "code" && signUp.resentAt !== undefined;
  return asked.pages.signUpCode({ ...asked.common, address: addressOf(asked), problem, minutes, resent });
}
