/** Runs the jobs on their schedule in every replica. Each job is safe to run in several replicas at once. */
import type { Logger } from "@countersign/service";

export interface Job {
  readonly name: string;
  readonly everySeconds: number;
  run(): Promise<unknown>;
}

export interface Schedule {
  /** Starts no further run, and waits for the runs in progress. */
  stop(): Promise<void>;
}

/**
 * Runs each job repeatedly, and never two runs of one job at a time. A failed run is logged, and the job runs again at
 * its next turn.
 */
export function schedule(jobs: readonly Job[], log: Pick<Logger, "error" | "debug">): Schedule {
  const running = new Set<Promise<void>>();

  const timers = jobs.map((job) => {
    let busy = false;
    return setInterval(() => {
      if (busy) return;
      busy = true;
      const turn = job
        .run()
        .then((result) => log.debug({ job: job.name, result }, "job done"))
        .catch((err: unknown) => log.error({ job: job.name, err }, "job failed"))
        .finally(() => {
          busy = false;
          running.delete(turn);
        });
      running.add(turn);
    }, job.everySeconds * 1000).unref();
  });

  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
    },
  };
}
