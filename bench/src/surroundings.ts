/** The surroundings of every run: a folder and the stores. Both are removed when the run ends. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Stores, startStores } from "./stores.ts";

export interface Surroundings {
  readonly stores: Stores;
  /** For files of servers, such as logs and caches. */
  readonly folder: string;
  /** Registers a function that runs at the end. The last one registered runs first. */
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
