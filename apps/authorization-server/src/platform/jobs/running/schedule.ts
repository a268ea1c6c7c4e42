/** Runs the jobs on their schedule in every replica. Each job is safe to run in several replicas at once. */
import type { Logger, Measure } from "@countersign/service";

export interface Job {
  readonly name: string;
  readonly everySeconds: number;
  /** Set if it writes what this process noted: then no other process can run it in its place. */
  readonly isOwn?: true;
  run(): Promise<unknown>;
}

export interface Schedule {
  /** What operators see of the jobs of this process. */
  readonly measures: readonly Measure[];
  /** Starts no further run, and waits for the runs in progress. */
  stop(): Promise<void>;
}

/** How long a job may go without a success: three turns, and what an outage or a long run of it takes. */
const overdueAfterSeconds = ({ everySeconds }: Pick<Job, "everySeconds">) => 3 * everySeconds + 600;

/** A job that goes on to fail is logged about once a minute: most run every second, and an outage fails all of them. */
const LOGGED_EVERY_SECONDS = 60;

/**
 * Runs each job repeatedly, and never two runs of one job at a time. A failed run is logged, and the job runs again at
 * its next turn.
 */
export function schedule(jobs: readonly Job[], log: Pick<Logger, "error" | "debug">): Schedule {
  const running = new Set<Promise<void>>();
  const startedAt = Date.now() / 1000;
  const runs = new Map(jobs.map((job) => [job.name, begun(startedAt + overdueAfterSeconds(job))]));

  const timers = jobs.map((job) => {
    let busy = false;
    let inARow = 0;
    const logged = Math.max(1, Math.round(LOGGED_EVERY_SECONDS / job.everySeconds));
    const count = runs.get(job.name) ?? begun(0);
    return setInterval(() => {
      if (busy) return;
      busy = true;
      const turn = job
        .run()
        .then((result) => {
          count.succeeded += 1;
          inARow = 0;
          count.lastSuccess = Date.now() / 1000;
          count.due = count.lastSuccess + overdueAfterSeconds(job);
          log.debug({ job: job.name, result }, "job done");
        })
        .catch((err: unknown) => {
          count.failed += 1;
          if (inARow % logged === 0) log.error({ job: job.name, err, ...(inARow > 0 && { inARow }) }, "job failed");
          inARow += 1;
        })
        .finally(() => {
          busy = false;
          running.delete(turn);
        });
      running.add(turn);
    }, job.everySeconds * 1000).unref();
  });

  return {
    measures: measuresOf(runs),
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
    },
  };
}

interface Runs {
  readonly succeeded: number;
  readonly failed: number;
  /** In seconds since 1970; 0 if none succeeded in this process. */
  readonly lastSuccess: number;
  /** By when a run must have succeeded. */
  readonly due: number;
}

const begun = (due: number) => ({ succeeded: 0, failed: 0, lastSuccess: 0, due });

const measuresOf = (runs: ReadonlyMap<string, Runs>): readonly Measure[] => [
  {
    name: "job_runs_total",
    help: "Runs of jobs in this process, by result",
    type: "counter",
    labelNames: ["job", "result"],
    read: async () =>
      [...runs].flatMap(([job, { succeeded, failed }]) => [
        { labels: { job, result: "succeeded" }, value: succeeded },
        { labels: { job, result: "failed" }, value: failed },
      ]),
  },
  {
    name: "job_last_success_timestamp_seconds",
    help: "When a run of a job succeeded last in this process; 0 if none did",
    type: "gauge",
    labelNames: ["job"],
    read: async () => [...runs].map(([job, { lastSuccess }]) => ({ labels: { job }, value: lastSuccess })),
  },
  {
    name: "job_due_timestamp_seconds",
    help: "By when a run of a job must have succeeded again: three of its periods and ten minutes after the last one",
    type: "gauge",
    labelNames: ["job"],
    read: async () => [...runs].map(([job, { due }]) => ({ labels: { job }, value: due })),
  },
];
