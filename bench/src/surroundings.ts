/** What every run has around it: a folder and the stores, gone when it ends. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Stores, startStores } from "./stores.ts";

export interface Surroundings {
  readonly stores: Stores;
  /** For files of servers: logs, caches. */
  readonly folder: string;
  /** Registers what is to be stopped at the end, the latest first. */
  readonly afterwards: (stop: () => Promise<unknown>) => void;
}

export async function withSurroundings<T>(use: (surroundings: Surroundings) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-bench-run-"));
  const stops: (() => Promise<unknown>)[] = [];
  const stores = await startStores();
  try {
    return await use({ stores, folder, afterwards: (stop) => void stops.unshift(stop) });
  } finally {
    for (const stop of stops) await stop();
    await stores.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
