/**
 * Counts what the statistics show, each hour by itself: an hour that cannot be counted is left out until later, and
 * stops no other. Of several replicas one counts.
 */
import { statisticCounts } from "../stores/audit/statistic-counts.ts";
import { openParts, type PartsOf } from "./running/parts.ts";

const HOUR_MS = 3_600_000;
/** Longer than a transaction takes: events of an hour may appear for so long after its end. */
const LATE_MS = 15 * 60_000;
/** An hour that failed is not tried again after so long: the people who signed in on its day are not known any more. */
const MOST_LATE_MS = 24 * HOUR_MS;
/** Days of earlier runs are summed again, because that may have failed. */
const SUMMED_BEFORE_MS = 24 * HOUR_MS;
/** One run ends after this long, so that a service can stop. The next one goes on. */
const RUN_MS = 10_000;

export interface Counted {
  /** How many hours were counted for good. */
  readonly hours: number;
}

/** Returns `undefined` if another replica counts, or counted in the last 45 seconds. */
export async function countStatistics(running: Omit<PartsOf, "job">): Promise<Counted | undefined> {
  const { database, at } = running;
  const counts = statisticCounts(database);
  const progress = await counts.begin(at);
  if (progress === undefined) return undefined;

  const end = performance.now() + RUN_MS;
  const hasTime = () => performance.now() < end;
  const parts = await openParts({ ...running, job: "statistics" });
  const countHour = async (hour: Date) =>
    (await parts.attempt(hour.toISOString(), async () => {
      await counts.countHour(hour);
      return true;
    })) === true;

  let hours = 0;
  let [hour, since] = [progress.hour, progress.hour];
  while (hour.getTime() + HOUR_MS + LATE_MS <= at.getTime() && hasTime()) {
    // biome-ignore lint/performance/noAwaitInLoops: each hour in a transaction of its own
    if (await countHour(hour)) hours += 1;
    else await counts.leaveOut(hour);
    hour = new Date(hour.getTime() + HOUR_MS);
  }
  for (const late of failedHours(parts.known, progress.hour)) {
    // biome-ignore lint/performance/noAwaitInLoops: as above
    if (parts.isWaiting(late.toISOString()) || !(await countHour(late))) continue;
    hours += 1;
    if (late < since) since = late;
  }
  await parts.attempt("events", async () => {
    // biome-ignore lint/performance/noAwaitInLoops: a batch at a time
    while ((await counts.countEvents()) && hasTime());
  });
  await parts.attempt("days", () => counts.sumDays(new Date(since.getTime() - SUMMED_BEFORE_MS), at));
  await parts.attempt("people", () => counts.countPeople(at));
  await parts.attempt("active", async () => {
    // biome-ignore lint/performance/noAwaitInLoops: a batch begins when the one before it is done.
    while ((await counts.forgetActive(new Date(progress.hour.getTime() - MOST_LATE_MS))) && hasTime());
  });
  return { hours };
}

/** The hours that failed in earlier runs, and that are not too long ago. */
const failedHours = (known: readonly string[], reached: Date) =>
  known
    .map((part) => new Date(part))
    .filter((hour) => hour < reached && reached.getTime() - hour.getTime() <= MOST_LATE_MS);
