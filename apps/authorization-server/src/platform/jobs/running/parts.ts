/**
 * The parts of a job, such as the accounts to erase: each is tried by itself. A part that fails is noted and waits, and
 * the parts after it do not wait for it.
 */
import type { Database } from "@countersign/database";
import type { Logger } from "@countersign/service";
import { jobFailureStore } from "../../stores/job-failures.ts";

/** If so many parts fail in one run, they probably have one cause: the rest is left for the next run. */
const MOST_FAILURES = 20;

export interface PartsOf {
  readonly job: string;
  readonly database: Pick<Database, "pool">;
  readonly log: Pick<Logger, "error" | "info">;
  readonly at: Date;
  /** Whether parts that wait are tried, too, because a person asks for it. */
  readonly evenWaiting?: boolean;
}

export interface Parts {
  /** The parts that failed before this run. */
  readonly known: readonly string[];
  /** The parts that failed in this run. */
  readonly failed: readonly string[];
  isWaiting(part: string): boolean;
  /**
   * Tries a part. Returns `undefined` if it failed, or still waits after an earlier failure. Throws if the failure
   * cannot be noted, because then the database is away, and when too many parts failed in this run.
   */
  attempt<T>(part: string, work: () => Promise<T>): Promise<T | undefined>;
  /** Notes that a part failed, for a caller that tried it. */
  note(part: string, err: unknown): Promise<void>;
  /** Notes that parts work again which failed before. */
  forget(parts: readonly string[]): Promise<void>;
}

export async function openParts({ job, database, log, at, evenWaiting = false }: PartsOf): Promise<Parts> {
  const store = jobFailureStore(database);
  const known = new Map((await store.of(job)).map(({ part, nextAttemptAt }) => [part, nextAttemptAt]));
  const failed: string[] = [];

  const isWaiting = (part: string) => !evenWaiting && (known.get(part)?.getTime() ?? 0) > at.getTime();

  const note = async (part: string, err: unknown) => {
    const noted = await store.note({ job, part, reason: reasonOf(err) }, at).catch(() => undefined);
    if (noted === undefined) throw err;
    failed.push(part);
    log.error({ job, part, err, ...noted }, "a part of a job failed");
    if (failed.length >= MOST_FAILURES) throw new Error(`${failed.length} parts of a job failed`, { cause: err });
  };

  const forget = async (parts: readonly string[]) => {
    const again = parts.filter((part) => known.delete(part));
    if (again.length === 0) return;
    await store.forget(job, again);
    log.info({ job, parts: again }, "parts of a job work again");
  };

  return {
    known: [...known.keys()],
    failed,
    isWaiting,
    note,
    forget,
    async attempt(part, work) {
      if (isWaiting(part)) return undefined;
      try {
        const result = await work();
        await forget([part]);
        return result;
      } catch (err) {
        await note(part, err);
        return undefined;
      }
    },
  };
}

/** The code of an error, or its name: its message may have values of rows. */
export function reasonOf(err: unknown): string {
  if (!(err instanceof Error)) return "unknown";
  return ("code" in err && typeof err.code === "string" && err.code) || err.name || "Error";
}
