/** The page for the code that was mailed to a person who must set up a second factor. */
import { type EnrollableFactor, hintOfAddress, readCode } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../../dependencies.ts";
import { beginTotp } from "../../../../people/sign-in/totp-enrolment.ts";
import type { EnrolCodeProblem } from "../../../../people/views/models/enrolment.ts";
import { waitFor } from "../../../../platform/http/waiting.ts";
import { PROOF_PURPOSES } from "../../../../platform/stores/ways-in/proof-purposes.ts";
import { anybody, definePage, type Outcome } from "../../page.ts";
import { addressFor, formSubject, type Here, leave, mailCode, personOf, withoutEnrolment } from "./steps.ts";

export const enrolCode = definePage({
  name: "enrol-code",
  isFor: anybody,
  formSubject,

  show: (asked, deps) => page(asked, deps),

  async act(asked, form, deps, call) {
    const left = leave(asked, form);
    if (left !== undefined) return left;
    if (form.get("action") === "resend") return resend(asked, deps, call);

    const code = readCode(form.get("code") ?? "");
    if (code === undefined) return again(asked, deps, "malformed_code");
    return tryCode(asked, code, deps, call);
  },
});

async function resend(asked: Here, deps: Dependencies, call: Call): Promise<Outcome> {
  const address = await addressFor(asked, deps);
  if (address === undefined) return { kind: "continue", progress: withoutEnrolment(asked) };
  const limit = await mailCode(asked, address, deps, call);
  if (limit !== undefined) return again(asked, deps, "too_many", limit);
  // Recorded so that the person has the full time for the new code.
  const resentAt = deps.now().toISOString();
  const enrolment = { userId: personOf(asked), step: "code", factor: factorOf(asked), resentAt } as const;
  return { kind: "continue", progress: { ...asked.interaction.parked.progress, enrolment } };
}

/** The factor that the person chose to set up. */
function factorOf({ interaction }: Here): EnrollableFactor {
  const { enrolment } = interaction.parked.progress;
  return enrolment?.step === "code" ? (enrolment.factor ?? "totp") : "totp";
}

async function tryCode(asked: Here, code: string, deps: Dependencies, { res }: Call): Promise<Outcome> {
  const { place, parked } = asked.interaction;
  const userId = personOf(asked);
  const subject = { address: "", userId, browser: place.browser };
  const at = deps.now();
  // A try counts only against a code that was mailed. Otherwise strangers could use up the tries of an address.
  const pending = await deps.addressProofs.find("enrol", subject, at);
  if (pending === undefined || pending.provedAt !== null || pending.triesLeft === 0) {
    return again(asked, deps, "void_code");
  }
  // Apart from the tries of strangers, who can have codes mailed to the address, too.
  const { allowed, retryAfterSeconds } = await deps.limits.codeTries.consume(JSON.stringify(["enrol", userId]));
  if (!allowed) return again(asked, deps, "too_many", retryAfterSeconds);

  const result = await deps.addressProofs.tryCode("enrol", subject, code, at);
  if (result.kind !== "proved") return again(asked, deps, result.kind === "wrong" ? "wrong_code" : "void_code");
  const factor = factorOf(asked);
  if (factor === "totp") deps.cookies.setPendingFactor(res, beginTotp({ userId, place: place.handle }, deps));
  const enrolment = { userId, step: factor, proofId: result.proof.id } as const;
  return { kind: "continue", progress: { ...parked.progress, enrolment } };
}

async function again(
  asked: Here,
  deps: Dependencies,
  problem: EnrolCodeProblem,
  retryAfterSeconds?: number,
): Promise<Outcome> {
  const { minutes, ...how } = waitFor(retryAfterSeconds);
  return { kind: "show", page: await page(asked, deps, problem, minutes), ...how };
}

async function page(asked: Here, deps: Dependencies, problem?: EnrolCodeProblem, minutes?: number): Promise<string> {
  const { pages, common, interaction } = asked;
  const { enrolment } = interaction.parked.progress;
  const resent = enrolment?.step === "code" && enrolment.resentAt !== undefined;
  const address = hintOfAddress((await addressFor(asked, deps))?.deliverable ?? "");
  const { lifetimeSeconds: codeSeconds } = PROOF_PURPOSES.enrol;
  return pages.enrolCode({ ...common, address, codeSeconds, problem, minutes, resent });
}
