/** Converts the steps of `EphemeralStore.apply` to the script's arguments, and the script's answer to an outcome. */
import { milliseconds } from "../arguments.ts";
import type { Keyspace } from "../keyspace.ts";
import { ALLOWED, type Count, counterName, refusal } from "../limits/rate-limit.ts";
import type { Outcome, Step } from "../store.ts";

/** The keys and arguments of `stepsScript`. */
export function inRedis(steps: readonly Step[], names: Keyspace): { keys: string[]; arguments: string[] } {
  const inOrder = steps.map((step) => stepInRedis(step, names));
  return { keys: inOrder.flatMap(({ keys }) => keys), arguments: inOrder.flatMap(({ args }) => args) };
}

function stepInRedis(step: Step, names: Keyspace): { keys: string[]; args: string[] } {
  switch (step.do) {
    case "count":
      return counters(step, names, ({ limit, points = 1 }) => [points, limit.points, limit.durationSeconds * 1000]);
    case "refund":
      return counters(step, names, ({ points = 1 }) => [points]);
    case "put":
      return entry(step, names, [step.value, String(milliseconds(step.ttlSeconds))]);
    case "replace":
      return entry(step, names, [step.expected, step.next, lifetimeOf(step)]);
    case "take":
    case "remove":
      return entry(step, names, []);
    case "collect":
      return set(step, names, [String(milliseconds(step.bounds.ttlSeconds)), String(step.bounds.limit)]);
    case "discard":
      return set(step, names, []);
  }
}

// The script keeps the expiry for an empty text.
const lifetimeOf = ({ ttlSeconds }: { ttlSeconds?: number }) =>
  ttlSeconds === undefined ? "" : String(milliseconds(ttlSeconds));

function counters(
  { do: name, counts }: { do: string; counts: readonly Count[] },
  names: Keyspace,
  argsOf: (count: Count) => readonly number[],
) {
  return {
    keys: counts.map((count) => counterName(names, count)),
    args: [name, String(counts.length), ...counts.flatMap(argsOf).map(String)],
  };
}

const entry = ({ do: name, key }: { do: string; key: string }, names: Keyspace, args: readonly string[]) => ({
  keys: [names.name("entry", key)],
  args: [name, ...args],
});

const set = (
  { do: name, set, member }: { do: string; set: string; member: string },
  names: Keyspace,
  args: readonly string[],
) => ({ keys: [names.name("set", set)], args: [name, member, ...args] });

/** Reads the answer of `stepsScript`, after the time. */
export function outcomeOf(answer: readonly unknown[]): Outcome {
  const [done, leftMs, isFirst, taken, ...dropped] = answer as [
    number,
    number | null,
    number,
    string | null,
    ...string[],
  ];
  return {
    done: done === 1,
    verdict: leftMs === null ? ALLOWED : refusal(leftMs, isFirst === 1),
    taken: taken ?? undefined,
    dropped,
  };
}

/** Splits a step into steps with one key each, because a Redis Cluster requires that. */
export function apart(step: Step): readonly Step[] {
  return step.do === "count" || step.do === "refund"
    ? step.counts.map((count) => ({ ...step, counts: [count] }))
    : [step];
}

/** The combined outcome of steps that were done separately, in their order. */
export function together(outcomes: readonly Outcome[]): Outcome {
  return {
    done: outcomes.every(({ done }) => done),
    verdict: outcomes.find(({ verdict }) => !verdict.allowed)?.verdict ?? ALLOWED,
    taken: outcomes.findLast(({ taken }) => taken !== undefined)?.taken,
    dropped: outcomes.flatMap(({ dropped }) => dropped),
  };
}
