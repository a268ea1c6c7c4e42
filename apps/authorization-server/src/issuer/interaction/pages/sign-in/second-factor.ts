/**
 * The page on which a person proves a second factor: the code of an authenticator app, a security key, or a recovery
 * code on a page of its own. Which of them count is decided by the rule `waysToProve`. To go from one to the other
 * changes nothing.
 */
import { ProtocolError, provingOf, waysToProve } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../../dependencies.ts";
import { factors } from "../../../../people/sign-in/factors.ts";
import type { Attempted } from "../../../../people/sign-in/second-factor.ts";
import type { CodeProblem } from "../../../../people/views/models/factors.ts";
import type { FormParameters } from "../../../../platform/http/parameters.ts";
import { waitFor } from "../../../../platform/http/waiting.ts";
import type { Session } from "../../../../platform/stores/session/session-row.ts";
import { type Asked, anybody, definePage, type Outcome } from "../../page.ts";
import { prove } from "../../prove.ts";
import { attemptKey, keyOptions, takesKey } from "./security-key.ts";

type Here = Asked<Session | undefined>;

const REMEMBERED_SECONDS = 30 * 86_400;
const LONGEST_LABEL = 256;

export const secondFactor = definePage({
  name: "second-factor",
  isFor: anybody,
  formSubject: (handle) => handle,
  hasScript: true,
  show: (asked, deps) => codePage(asked, deps),

  async act(asked, form, deps, call) {
    const action = form.get("action");
    if (action === "another") return { kind: "continue", progress: again(asked) };
    const factor = action === "security-key" ? "security-key" : "totp";
    const attempted = await attempt(factor, asked, form, deps, call);
    return follow(attempted, { factor, show: codePage }, asked, form, deps, call);
  },
});

export const recoveryCode = definePage({
  name: "second-factor",
  isFor: anybody,
  formSubject: (handle) => handle,
  show: (asked, deps) => recoveryPage(asked, deps),

  async act(asked, form, deps, call) {
    const attempted = await attempt("recovery-code", asked, form, deps, call);
    return follow(attempted, { factor: "recovery-code", show: recoveryPage }, asked, form, deps, call);
  },
});

type SecondFactor = "totp" | "recovery-code" | "security-key";

/** What the page says about a failed attempt. */
const WRONG = { totp: "wrong_code", "recovery-code": "wrong_recovery_code", "security-key": "wrong_key" } as const;

type Result = Attempted | { readonly kind: "refused" } | ProtocolError;

async function attempt(
  factor: SecondFactor,
  asked: Here,
  form: FormParameters,
  deps: Dependencies,
  call: Call,
): Promise<Result> {
  if (form.get("action") === "cancel") return { kind: "refused" };
  const userId = personOf(asked);
  const ways = waysToProve(asked.facts);
  const isKey = factor === "security-key";
  // The person may have this factor, and still it may not be enough for the request.
  if (!(isKey ? takesKey(ways) : ways.includes(factor))) return { kind: "wrong" };

  const attempted = {
    userId,
    code: form.get(factor === "totp" ? "code" : "recovery-code") ?? "",
    ...call.from,
    deviceCookie: deps.cookies.device(call.req),
    browser: call.req.headers["user-agent"] ?? "",
  };
  try {
    return await (isKey ? attemptKey(asked, userId, form, deps, call) : factors[factor](attempted, deps));
  } catch (err) {
    if (err instanceof ProtocolError && err.retryAfterSeconds !== undefined) return err;
    throw err;
  }
}

interface Refused {
  readonly problem: CodeProblem;
  /** Whether this browser was to be trusted. */
  readonly remembers: boolean;
}

type Show = (asked: Here, deps: Dependencies, refused?: Refused) => string | Promise<string>;

async function follow(
  result: Result,
  { factor, show }: { readonly factor: SecondFactor; readonly show: Show },
  asked: Here,
  form: FormParameters,
  deps: Dependencies,
  call: Call,
): Promise<Outcome> {
  const remembers = form.get("remember-device") === "yes";
  const shown = (problem: CodeProblem) => show(asked, deps, { problem, remembers });
  if (result instanceof ProtocolError) {
    const { status, headers } = waitFor(result.retryAfterSeconds ?? 1);
    return { kind: "show", page: await shown("too_many_attempts"), status, headers };
  }
  if (result.kind === "refused") return { kind: "refuse" };
  if (result.kind === "ended") return { kind: "continue", progress: again(asked) };
  if (result.kind === "suspended") return { kind: "show", page: await shown("suspended"), status: 403 };
  if (result.kind === "wrong") return { kind: "show", page: await shown(WRONG[factor]), status: 422 };

  const userId = personOf(asked);
  const proven = { userId, proof: { factor, at: result.at }, has: asked.facts.has ?? [] };
  const progress = await prove(asked, proven, deps, call);
  const isSignedIn = progress.signedInUserId === userId;
  if (isSignedIn && remembers) await remember(userId, result.at, deps, call);
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
  if (proving === undefined) throw new Error("no first factor was proved");
  return proving.userId;
}

async function codePage(asked: Here, deps: Dependencies, refused?: Refused): Promise<string> {
  const { pages, common, facts } = asked;
  const ways = waysToProve(facts);
  const options = await keyOptions(asked, personOf(asked), deps);
  const [asksCode, anotherWay] = [ways.includes("totp"), ways.includes("recovery-code")];
  // Asked only where there is something to choose.
  const preferred = asksCode && options ? await deps.secondFactors.preferredOf(personOf(asked)) : undefined;
  const prefersKey = !asksCode || preferred === "security-key";
  return pages.secondFactor({ ...common, asksCode, keyOptions: options, prefersKey, anotherWay, ...refused });
}

function recoveryPage({ pages, common, facts }: Here, _deps: Dependencies, refused?: Refused): string {
  const anotherWay = waysToProve(facts).some((factor) => factor !== "recovery-code");
  return pages.recoveryCode({ ...common, anotherWay, problem: refused?.problem });
}
