/** Notes that a whole run of a job failed, as a part without a name, until a run succeeds again. */
import type { Database } from "@countersign/database";
import { jobFailureStore } from "../../stores/job-failures.ts";
import { reasonOf } from "./parts.ts";
import type { Job } from "./schedule.ts";

/** A job that fails every second is noted once a minute. */
const NOTED_EVERY_MS = 60_000;
const WHOLE = "";

export function notingFailures(
  job: Job,
  { database, now }: { readonly database: Pick<Database, "pool">; readonly now: () => Date },
): Job {
  const store = jobFailureStore(database);
  // An earlier process may have noted a failure, and not seen the end of it.
  let isNoted = true;
  let notedAt = Number.NEGATIVE_INFINITY;

  const note = async (err: unknown) => {
    const at = now();
    if (at.getTime() - notedAt < NOTED_EVERY_MS) return;
    await store.note({ job: job.name, part: WHOLE, reason: reasonOf(err) }, at);
    [isNoted, notedAt] = [true, at.getTime()];
  };

  return {
    ...job,
    async run() {
      try {
        const result = await job.run();
        if (isNoted) await store.forget(job.name, [WHOLE]);
        isNoted = false;
        return result;
      } catch (err) {
        // If the database is away, only the log says so.
        await note(err).catch(() => {});
        throw err;
      }
    },
  };
}
