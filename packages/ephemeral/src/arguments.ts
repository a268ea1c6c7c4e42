/** Argument checks that all stores share, so that no input works on one store and fails on another. */
import type { Step } from "./store.ts";

/**
 * Converts a lifetime from seconds to milliseconds; fractions count. Throws RangeError unless it is finite and
 * positive.
 */
export function milliseconds(ttlSeconds: number): number {
  const ms = Math.round(ttlSeconds * 1000);
  if (!Number.isSafeInteger(ms) || ms <= 0) throw new RangeError("ttlSeconds must be a positive number of seconds");
  return ms;
}

/** Throws RangeError for text that PostgreSQL cannot store (U+0000) or that UTF-8 would change (lone surrogates). */
function assertText(text: string): void {
  if (text.includes("\0") || !text.isWellFormed()) throw new RangeError("text must be well-formed and without U+0000");
}

/** Throws RangeError unless a set may hold at least one member. */
function assertLimit(limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 1) throw new RangeError("limit must be a positive integer");
}

/** Throws RangeError when a step has arguments that no store could keep, and when two steps name the same key. */
export function assertSteps(steps: readonly Step[]): void {
  const named = steps.flatMap(namedBy);
  if (new Set(named).size !== named.length) throw new RangeError("no two steps may name the same key");
  for (const step of steps) {
    if (step.do === "put") {
      assertText(step.value);
      milliseconds(step.ttlSeconds);
    }
    if (step.do === "replace") {
      assertText(step.expected);
      assertText(step.next);
      if (step.ttlSeconds !== undefined) milliseconds(step.ttlSeconds);
    }
    if (step.do === "collect") {
      assertLimit(step.bounds.limit);
      milliseconds(step.bounds.ttlSeconds);
    }
    if (step.do === "collect" || step.do === "discard") assertText(step.member);
  }
}

function namedBy(step: Step): readonly string[] {
  if (step.do === "count" || step.do === "refund") return [];
  return [step.do === "collect" || step.do === "discard" ? `set ${step.set} ${step.member}` : `key ${step.key}`];
}
