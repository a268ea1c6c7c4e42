/** Runs the load on one server. */

import type { Load, LoadOptions, LoadResult } from "./model.ts";
import { steps } from "./steps.ts";
import { wrk } from "./wrk.ts";

/** Prepares a load. The returned function runs it for the duration in the options. */
export async function ready(load: Load, options: LoadOptions): Promise<() => Promise<LoadResult>> {
  if (load.kind === "requests") return () => wrk(load, options);

  const workers = await Promise.all(Array.from({ length: options.concurrency }, (_, index) => load.open(index)));
  return () => steps(workers, options);
}
