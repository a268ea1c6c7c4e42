/** The parts of jobs that failed the last time they were tried, and when each is tried again. */
import type { Database } from "@countersign/database";

export interface JobFailure {
  readonly part: string;
  readonly nextAttemptAt: Date;
}

/** How often a part has failed, one time after the other. */
export interface NotedFailure {
  readonly failures: number;
  readonly nextAttemptAt: Date;
}

export interface JobFailureStore {
  /** The parts of a job that failed the last time, those of the next attempts first; at most 10 000. */
  of(job: string): Promise<readonly JobFailure[]>;
  /** Notes that a part failed. It waits for a minute, then twice as long after each failure, up to six hours. */
  note(
    failed: { readonly job: string; readonly part: string; readonly reason: string },
    at: Date,
  ): Promise<NotedFailure>;
  /** Forgets parts that work again. */
  forget(job: string, parts: readonly string[]): Promise<void>;
}

const MOST_READ = 10_000;
const LONGEST_REASON = 100;

export function jobFailureStore({ pool }: Pick<Database, "pool">): JobFailureStore {
  return {
    async of(job) {
      return (await pool.query<JobFailure>(OF_JOB, [job, MOST_READ])).rows;
    },
    async note({ job, part, reason }, at) {
      const { rows } = await pool.query<NotedFailure>(NOTE, [job, part, reason.slice(0, LONGEST_REASON), at]);
      return rows[0] as NotedFailure;
    },
    async forget(job, parts) {
      await pool.query("DELETE FROM job_failure WHERE job = $1 AND part = ANY ($2::text[])", [job, parts]);
    },
  };
}

/** The condition that a part does not wait at the time `$1`. Job and part are expressions of the statement. */
export const isDue = (job: string, part: string) =>
  `NOT EXISTS (SELECT FROM job_failure w WHERE w.job = ${job} AND w.part = ${part} AND w.next_attempt_at > $1)`;

const OF_JOB = `
  SELECT part, next_attempt_at AS "nextAttemptAt" FROM job_failure WHERE job = $1 ORDER BY next_attempt_at LIMIT $2`;

const NOTE = `
  INSERT INTO job_failure (job, part, failures, reason, first_failed_at, failed_at, next_attempt_at)
  VALUES ($1, $2, 1, $3, $4, $4, $4::timestamptz + interval '1 minute')
  ON CONFLICT (job, part) DO UPDATE
     SET failures = job_failure.failures + 1, reason = $3, failed_at = $4,
         next_attempt_at = $4 + LEAST(interval '6 hours', interval '1 minute' * 2 ^ LEAST(job_failure.failures, 10))
  RETURNING failures, next_attempt_at AS "nextAttemptAt"`;

/** A part of a job that fails, for administrators. */
export interface FailingPart {
  /** The empty text for a run as a whole. */
  readonly part: string;
  readonly failures: number;
  readonly reason: string;
  readonly failedAt: Date;
  readonly nextAttemptAt: Date;
}

export interface FailingJob {
  readonly name: string;
  /** How many parts fail. */
  readonly failing: number;
  readonly since: Date;
  /** Those that failed most often, up to ten. */
  readonly parts: readonly FailingPart[];
}

const MOST_SHOWN = 10;

export async function readFailingJobs({ pool }: Pick<Database, "pool">): Promise<readonly FailingJob[]> {
  const jobs = (await pool.query<Omit<FailingJob, "parts">>(FAILING)).rows;
  const parts = (await pool.query<FailingPart & { job: string }>(SHOWN, [MOST_SHOWN])).rows;
  return jobs.map((job) => ({ ...job, parts: parts.filter((part) => part.job === job.name) }));
}

const FAILING = `
  SELECT job AS name, count(*)::int AS failing, min(first_failed_at) AS since
    FROM job_failure GROUP BY job ORDER BY job`;

const SHOWN = `
  SELECT job, part, failures, reason, failed_at AS "failedAt", next_attempt_at AS "nextAttemptAt"
    FROM (SELECT *, row_number() OVER (PARTITION BY job ORDER BY failures DESC, part) AS nth FROM job_failure) AS f
   WHERE nth <= $1 ORDER BY job, nth`;
