/** A question that a hook is asked as a test: the request, its answer, and what that would do. Nothing is done. */
import { isReachable, type Level, ProtocolError } from "@countersign/rules";
import { isFetchRefused } from "../../platform/outbound/fetch-refused.ts";
import { type CallableHook, type HookKind, hookOwner } from "../../platform/stores/hooks/hooks.ts";
import { addedClaims } from "./added-claims.ts";
import type { Asking } from "./asking.ts";
import { answerIn, type HookRequest, requestOf, sendTo, type Unusable } from "./call-hook.ts";
import { type Decision, decisionIn } from "./decision.ts";

/** Why a hook gave no answer. */
export type TrialFailure = Unusable | "no_response" | "kind";

export interface Asked {
  readonly kind: HookKind;
  readonly data: Readonly<Record<string, unknown>>;
  /** The levels of this deployment; without them an answer may require each. */
  readonly levels?: readonly Level[] | undefined;
}

export interface Trial {
  readonly request: HookRequest;
  /** The status of the response; null without one. */
  readonly status: number | null;
  /** The body of a response with the status of an answer. That of another page, such as of an error, is not shown. */
  readonly body: string | null;
  readonly durationMs: number;
  readonly failure: TrialFailure | null;
  /** What a claims hook adds, and what of its answer is left out. */
  readonly claims: Readonly<Record<string, unknown>> | null;
  readonly leftOut: readonly string[];
  /** What another hook decides. */
  readonly decision: Decision | null;
}

type Parts = Pick<Asking, "texts" | "outbound" | "now">;

/** Asks the hook, as long as it may take. */
export async function tryHook(hook: CallableHook, asked: Asked, { texts, outbound, now }: Parts): Promise<Trial> {
  const { id, url, timeoutMs } = hook;
  const keys = hook.keys.map((key) => texts.open(key, hookOwner(id)));
  const called = { id, url, timeoutMs, keys };
  const request = requestOf(called, { type: asked.kind, test: true, data: asked.data }, now());
  const began = performance.now();
  const response = await sendTo(called, request, outbound).catch((err: unknown) => {
    if (isFetchRefused(err) || err instanceof ProtocolError) return undefined;
    throw err;
  });
  const sent = { request, durationMs: Math.round(performance.now() - began) };
  if (response === undefined) return { ...NOTHING, ...sent, failure: "no_response" };

  const { status, body } = response;
  const read = answerIn(response);
  if ("why" in read && read.why === "status") return { ...NOTHING, ...sent, status, failure: "status" };
  const got = { ...NOTHING, ...sent, status, body: body.toString("utf8") };
  if ("why" in read) return { ...got, failure: read.why };
  return { ...got, ...(meaningOf(read.answer, hook, asked) ?? { failure: "kind" as const }) };
}

const NOTHING = { status: null, body: null, failure: null, claims: null, leftOut: [], decision: null } as const;

/** What an answer would do; undefined if it is not of this kind of hook. */
function meaningOf(answer: unknown, { claims: allowed }: CallableHook, { kind, levels }: Asked) {
  if (kind === "claims") {
    const claims = addedClaims(answer, allowed);
    const sent = Object.keys((answer as { readonly claims?: object } | null)?.claims ?? {});
    return claims && { claims, leftOut: sent.filter((name) => !Object.hasOwn(claims, name)) };
  }
  const mayRequire = (acr: string) => levels === undefined || isReachable(levels, acr);
  const decision = decisionIn(answer, kind === "sign-in" ? mayRequire : undefined);
  return decision && { decision };
}
