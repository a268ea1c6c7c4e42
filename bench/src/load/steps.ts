/** Work whose requests depend on earlier answers. Each worker does one unit after another. */
import type { LoadOptions, LoadResult, Worker } from "./model.ts";

export async function steps(workers: readonly Worker[], { seconds }: LoadOptions): Promise<LoadResult> {
  const times: number[] = [];
  let failed = 0;
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  const runs = workers.map(async (work) => {
    for (let at = performance.now(), more = true; more && at < end; at = performance.now()) {
      more = await work().catch((err: unknown) => {
        failed += 1;
        if (failed === 1) console.error("  the first failure:", err instanceof Error ? err.message : err);
        return true;
      });
      if (more) times.push(performance.now() - at);
    }
  });
  await Promise.all(runs);
  const elapsed = (performance.now() - startedAt) / 1000;
  times.sort((a, b) => a - b);
  const percentile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    done: times.length,
    failed,
    perSecond: times.length / elapsed,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
  };
}
