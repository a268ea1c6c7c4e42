/**
 * The page on which a person proves a second factor: the code of an authenticator app, or a recovery code on a page of
 * its own. Which of them count is decided by the rule `waysToProve`. To go from one to the other changes nothing.
 */
import { type Factor, ProtocolError, provingOf, waysToProve } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import type { FormParameters } from "../../http/parameters.ts";
import { factors } from "../../sign-in/factors.ts";
import type { Attempted } from "../../sign-in/second-factor.ts";
import type { Session } from "../../stores/person/sessions.ts";
import type { CodeProblem } from "../../views/models/factors.ts";
import { type Asked, anybody, definePage, type Outcome } from "../page.ts";
import { prove } from "../prove.ts";

type Here = Asked<Session | undefined>;

const REMEMBERED_SECONDS = 30 * 86_400;
const LONGEST_LABEL = 256;

export const secondFactor = definePage({
  name: "second-factor",
  isFor: anybody,
  formSubject: (handle) => handle,
  show: (asked) => codePage(asked),

  async act(asked, form, deps, call) {
    if (form.get("action") === "another") return { kind: "continue", progress: again(asked) };
    const attempted = await attempt("totp", asked, form, deps, call);
    return follow(attempted, { factor: "totp", show: codePage }, asked, form, deps, call);
  },
});

export const recoveryCode = definePage({
  name: "second-factor",
  isFor: anybody,
  formSubject: (handle) => handle,
  show: (asked) => recoveryPage(asked),

  async act(asked, form, deps, call) {
    const attempted = await attempt("recovery-code", asked, form, deps, call);
    return follow(attempted, { factor: "recovery-code", show: recoveryPage }, asked, form, deps, call);
  },
});

type Result = Attempted | { readonly kind: "refused" } | ProtocolError;

async function attempt(
  factor: "totp" | "recovery-code",
  asked: Here,
  form: FormParameters,
  deps: Dependencies,
  call: Call,
): Promise<Result> {
  if (form.get("action") === "cancel") return { kind: "refused" };
  const userId = personOf(asked);
  // The person may have this factor, and still it may not be enough for the request.
  if (!waysToProve(asked.facts).includes(factor)) return { kind: "wrong" };

  const attempted = {
    userId,
    code: form.get(factor === "totp" ? "code" : "recovery-code") ?? "",
    address: call.address,
    deviceCookie: deps.cookies.device(call.req),
    browser: call.req.headers["user-agent"] ?? "",
  };
  try {
    return await factors[factor](attempted, deps);
  } catch (err) {
    if (err instanceof ProtocolError && err.retryAfterSeconds !== undefined) return err;
    throw err;
  }
}

async function follow(
  result: Result,
  { factor, show }: { factor: Factor; show: (asked: Here, problem: CodeProblem) => string },
  asked: Here,
  form: FormParameters,
  deps: Dependencies,
  call: Call,
): Promise<Outcome> {
  if (result instanceof ProtocolError) {
    const headers = { "retry-after": String(Math.ceil(result.retryAfterSeconds ?? 1)) };
    return { kind: "show", page: show(asked, "too_many_attempts"), status: 429, headers };
  }
  if (result.kind === "refused") return { kind: "refuse" };
  if (result.kind === "ended") return { kind: "continue", progress: again(asked) };
  if (result.kind === "suspended") return { kind: "show", page: show(asked, "suspended"), status: 403 };
  if (result.kind === "wrong") {
    const problem = factor === "totp" ? "wrong_code" : "wrong_recovery_code";
    return { kind: "show", page: show(asked, problem), status: 422 };
  }

  const userId = personOf(asked);
  const proven = { userId, proof: { factor, at: result.at }, has: asked.facts.has ?? [] };
  const progress = await prove(asked, proven, deps, call);
  const isSignedIn = progress.signedInUserId === userId;
  if (isSignedIn && form.get("remember-device") === "yes") await remember(userId, result.at, deps, call);
  if (result.recoveryCodesLeft === undefined) return { kind: "continue", progress };
  const page = asked.pages.recoveryUsed({ ...asked.common, left: result.recoveryCodesLeft });
  return { kind: "show", page, status: 200, progress };
}

/** The sign-in begins again: what was proved is dropped. */
function again({ interaction: { parked } }: Here) {
  const { proving: _, ...progress } = parked.progress;
  return { ...progress, another: true };
}

async function remember(userId: string, at: Date, { secondFactors, cookies }: Dependencies, { req, res }: Call) {
  const label = (req.headers["user-agent"] ?? "").slice(0, LONGEST_LABEL);
  const secret = await secondFactors.rememberDevice({ userId, label, at, ttlSeconds: REMEMBERED_SECONDS });
  cookies.setRememberedDevice(res, secret, REMEMBERED_SECONDS);
}

function personOf({ facts }: Here): string {
  const proving = provingOf(facts);
  if (proving === undefined) throw new Error("nobody proved a first factor");
  return proving.userId;
}

function codePage({ pages, common, facts }: Here, problem?: CodeProblem): string {
  const ways = waysToProve(facts);
  const asksCode = ways.includes("totp");
  return pages.secondFactor({ ...common, asksCode, anotherWay: ways.includes("recovery-code"), problem });
}

function recoveryPage({ pages, common, facts }: Here, problem?: CodeProblem): string {
  const anotherWay = waysToProve(facts).some((factor) => factor !== "recovery-code");
  return pages.recoveryCode({ ...common, anotherWay, problem });
}
