// Judges a regular expression: whether it takes linear time in the length of its input.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

// The JavaScript version of the checker. Its native programs exist for some platforms only.
process.env.RECHECK_BACKEND = "pure";
const { checkSync } = await import("recheck");

/** The time limit for the check of one pattern, which takes up to some seconds of a machine that is not busy. */
const TIMEOUT_MS = 600_000;

/**
 * A pattern that is too large for the proof is tried on random texts, which are the same in each run. The measure is
 * the number of characters that the pattern reads, not the time: on a busy machine, a linear pattern would look
 * slow.
 */
const TRIALS = { randomSeed: 1, incubationTimeout: null, attackTimeout: null };

/** Who judges: the version of the checker, and this file. */
export const JUDGE = createHash("sha256")
  .update(createRequire(import.meta.url)("recheck/package.json").version)
  .update(readFileSync(new URL(import.meta.url)))
  .digest("hex")
  .slice(0, 16);

/** What is wrong with a pattern, in a few words; undefined if it is linear. */
export function faultOf(source, flags) {
  return faultIn(source, flags) ?? (unbounded(source) === source ? undefined : faultIn(unbounded(source), flags));
}

function faultIn(source, flags) {
  const { status, complexity, attack, error } = checkSync(source, flags, { timeout: TIMEOUT_MS, ...TRIALS });
  if (status === "safe") return undefined;
  const about = `/${source}/${flags}`;
  if (status === "unknown") return `${about} could not be judged (${error.kind}). Write it simpler.`;
  return `${about} is ${complexity.summary}, for example on ${attack.pattern}.`;
}

/** With so few repeats, a pattern that tries every way through them is done soon. */
const FEW = 8;

/** The parts of a pattern that matter here: escapes and classes, which have no repeats, and `{least,most}`. */
const PARTS = /\\(?:[upP]\{[^}]*\}|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}/g;

/**
 * The pattern with repeats of more than a few as repeats without end. For the checker, `(a|a){1,25}` is safe: its time
 * has a bound. The bound is 2 to the power of 25.
 */
function unbounded(source) {
  return source.replace(PARTS, (part, least, most) => {
    const isFew = least === undefined || (most !== "" && Number(most ?? least) <= FEW);
    if (isFew) return part;
    return Number(least) === 0 ? "*" : "+";
  });
}
