/**
 * The page on which a person sets up an authenticator app, after the code that was mailed. The secret is made by the
 * server and belongs to this request. The code that confirms it is the proof of the second factor.
 */
import type { Call } from "@countersign/service";
import { addTotp } from "../../../../administration/ways-in/second-factors.ts";
import type { Dependencies } from "../../../../dependencies.ts";
import { beginTotp, confirmedStep, pendingTotp, shownSecret } from "../../../../people/sign-in/totp-enrolment.ts";
import type { FormParameters } from "../../../../platform/http/parameters.ts";
import { waitFor } from "../../../../platform/http/waiting.ts";
import { anybody, definePage, type Outcome } from "../../page.ts";
import { prove } from "../../prove.ts";
import { newCodesPage } from "./recovery-codes.ts";
import { formSubject, type Here, leave, personOf, withoutEnrolment } from "./steps.ts";

export const enrolTotp = definePage({
  name: "enrol-totp",
  isFor: anybody,
  hasScript: true,
  formSubject,

  show: (asked, deps, call) => page(asked, deps, call),

  async act(asked, form, deps, call) {
    const left = leave(asked, form);
    if (left !== undefined) return left;
    if (form.get("action") === "begin") {
      deps.cookies.setPendingFactor(call.res, beginTotp(ownerOf(asked), deps));
      return { kind: "continue" };
    }
    return confirm(asked, form, deps, call);
  },
});

const ownerOf = (asked: Here) => ({ userId: personOf(asked), place: asked.interaction.place.handle });

const pendingIn = (asked: Here, deps: Dependencies, { req }: Call) =>
  pendingTotp(deps.cookies.pendingFactor(req), ownerOf(asked), deps);

async function confirm(asked: Here, form: FormParameters, deps: Dependencies, call: Call): Promise<Outcome> {
  const { enrolment } = asked.interaction.parked.progress;
  const pending = pendingIn(asked, deps, call);
  if (pending === undefined || enrolment?.step !== "totp") return { kind: "continue" };
  const at = deps.now();
  const step = confirmedStep(pending, form.get("code") ?? "", at);
  if (step === undefined) return again(asked, { problem: "wrong_code" }, deps, call);
  // Counted first: an app without recovery codes must not be left if the limit is reached.
  const { allowed, retryAfterSeconds } = await deps.limits.newSecrets.consume(call.address);
  if (!allowed) return again(asked, { problem: "too_many", retryAfterSeconds }, deps, call);

  const userId = personOf(asked);
  const person = { userId, browser: call.req.headers["user-agent"] ?? "" };
  const app = { name: "", secret: pending.secret, step, proofId: enrolment.proofId };
  const by = { actor: { kind: "person", userId }, at, ...call.from } as const;
  // The code that was mailed is void by now: the person asks for another one.
  if ((await addTotp(person, app, deps, by)) !== "added") {
    return { kind: "continue", progress: withoutEnrolment(asked) };
  }

  deps.cookies.clearPendingFactor(call.res);
  const has = [...(asked.facts.has ?? []), "totp"] as const;
  const proved = await prove(asked, { userId, proof: { factor: "totp", at }, has }, deps, call);
  const progress = { ...proved, enrolment: { userId, step: "recovery-codes" } } as const;
  return { kind: "show", page: await newCodesPage(asked, { person, by }, deps), status: 200, progress };
}

interface Shown {
  readonly problem?: "wrong_code" | "too_many";
  readonly retryAfterSeconds?: number;
}

async function again(asked: Here, shown: Shown, deps: Dependencies, call: Call): Promise<Outcome> {
  const { minutes: _, ...how } = waitFor(shown.retryAfterSeconds);
  return { kind: "show", page: await page(asked, deps, call, shown.problem), ...how };
}

async function page(asked: Here, deps: Dependencies, call: Call, problem?: Shown["problem"]): Promise<string> {
  const { pages, common } = asked;
  const pending = pendingIn(asked, deps, call);
  const account = (await deps.users.usernameOf(personOf(asked))) ?? "";
  const secret = pending && shownSecret(pending, { issuer: pages.product, account });
  return pages.enrolTotp({ ...common, secret, problem });
}
