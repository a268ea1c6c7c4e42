/** What a run prints. */
import type { Verdict } from "./history/check.ts";
import type { Row } from "./history/gaps.ts";

const MOST_VIOLATIONS = 30;
const seconds = (ms: number) => (ms / 1000).toFixed(1);

export function linesOf(verdict: Verdict, rows: readonly Row[]): string[] {
  const { violations, sent, failed, codesWithoutAnswer, chainsWithoutAnswer, lostByFailOver, journeys } = verdict;
  const failures = Object.entries(failed).map(
    ([status, count]) => `${count} × ${status === "0" ? "no answer" : status}`,
  );
  const more = violations.length - MOST_VIOLATIONS;
  return [
    "",
    ...rows.flatMap(linesOfFault),
    "",
    `${sent} requests; failed: ${failures.join(", ") || "none"}; codes spent without an answer: ${codesWithoutAnswer}`,
    ...(chainsWithoutAnswer > 0
      ? [`refresh tokens of a public client that had no answer in time: ${chainsWithoutAnswer}`]
      : []),
    ...(lostByFailOver > 0
      ? [`not known to a standby that took over, and not counted as lost: ${lostByFailOver}`]
      : []),
    ...(journeys > 0 ? [`${journeys} sign-ups, resets, authenticator apps and passkeys came to their ends`] : []),
    ...violations.slice(0, MOST_VIOLATIONS).map((one) => `VIOLATION: ${one}`),
    ...(more > 0 ? [`and ${more} more`] : []),
    violations.length === 0 ? "No violation." : `${violations.length} violations.`,
  ];
}

function linesOfFault({ fault, awayMs, failedMs, sent, refused, unanswered, without }: Row): string[] {
  const gaps = Object.entries(without).map(([kind, ms]) => `${kind} ${seconds(ms)}`);
  return [
    `${fault}: away for ${seconds(awayMs)} s; of ${sent} requests ${refused} × 503, ${unanswered} without an answer`,
    `  the last that failed was sent after ${seconds(failedMs)} s`,
    `  seconds without service: ${gaps.join(", ") || "none"}`,
  ];
}
