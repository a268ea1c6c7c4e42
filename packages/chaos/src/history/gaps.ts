/** How long each kind of request was without a good answer during a fault. */

import type { Asked, Entry, Kind } from "./entry.ts";
import { isFailed, isGood } from "./good.ts";
import { greatest } from "./greatest.ts";
import { isAsked, type Window, windowsOf } from "./windows.ts";

export interface Row extends Window {
  readonly sent: number;
  /** How many were answered 503, and how many had no answer. */
  readonly refused: number;
  readonly unanswered: number;
  /** How many were answered with 5xx, but not 503. */
  readonly broken: number;
  /** How long after the beginning of the fault the last failed request was sent. */
  readonly failedMs: number;
  /** The longest time between two good answers, one of which failed, in milliseconds; none if nothing failed. */
  readonly without: Partial<Record<Kind, number>>;
}

export function rowsOf(entries: readonly Entry[]): Row[] {
  const asked = entries.filter(isAsked);
  const windows = windowsOf(entries);
  return windows.map((window, index) => {
    // What is under way when the next fault strikes, that one breaks.
    const next = windows[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    const during = asked.filter(({ at, end }) => end >= window.from && end < next && at < window.to);
    const kinds = [...Map.groupBy(during, ({ kind }) => kind)];
    return {
      ...window,
      sent: during.length,
      refused: during.filter(({ status }) => status === 503).length,
      broken: during.filter(({ status }) => status >= 500 && status !== 503).length,
      unanswered: during.filter(({ status }) => status === 0).length,
      failedMs: greatest(during.filter(isFailed).map(({ at }) => at - window.from)),
      without: Object.fromEntries(kinds.map(([kind, some]) => [kind, longestGap(some)]).filter(([, gap]) => gap !== 0)),
    };
  });
}

function longestGap(asked: readonly Asked[]): number {
  const [inOrder, firstEnd] = [[...asked].sort((a, b) => a.end - b.end), asked[0]?.at ?? 0];
  let [longest, lastGood, failed] = [0, firstEnd, false];
  for (const one of inOrder) {
    if (!isGood(one)) failed ||= isFailed(one);
    else {
      if (failed) longest = Math.max(longest, one.end - lastGood);
      [lastGood, failed] = [one.end, false];
    }
  }
  return longest;
}
