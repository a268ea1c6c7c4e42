/** The surroundings of every run: a folder and the stores. Both are removed when the run ends. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Stores, startStores } from "./stores.ts";

export interface Surroundings {
  readonly stores: Stores;
  /** For files of servers, such as logs and caches. */
  readonly folder: string;
  /** Registers a function that runs at the end. The last one registered runs first. */
  readonly afterwards: (stop: () => Promise<unknown>) => void;
}

const STOP_MS = 20_000;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

export async function withSurroundings<T>(use: (surroundings: Surroundings) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-bench-run-"));
  const stops: (() => Promise<unknown>)[] = [];
  const stores = await startStores();
  // A signal ends a run as an error does, or what it started would go on.
  const { promise: signalled, reject } = Promise.withResolvers<never>();
  const end = (signal: NodeJS.Signals) => reject(new Error(`ended by ${signal}`));
  for (const signal of SIGNALS) process.once(signal, end);
  try {
    return await Promise.race([use({ stores, folder, afterwards: (stop) => void stops.unshift(stop) }), signalled]);
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
    // A statement that runs for long would hold up the end of its pool; the stores end it.
    for (const stop of stops) await Promise.race([stop(), setTimeout(STOP_MS)]);
    await stores.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
