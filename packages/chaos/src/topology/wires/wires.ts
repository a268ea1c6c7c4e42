/**
 * The networks of a run. Each wire has a thread of its own: what the clients of a run do must not slow a store down.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Ends } from "../started.ts";
import type { Lost, Wire } from "./wire.ts";
import type { Order } from "./wire-thread.ts";

/** A wire in another thread. */
export type WireThere = Omit<Wire, "stop">;

export interface Network {
  cut(lost: Lost): Promise<void>;
  /** What was kept arrives, as TCP sends again what was lost. */
  mend(): void;
  /** Connections break off, and new ones work. */
  reset(): void;
}

/** A wire to a store that listens there, or will. */
export async function wireTo(target: number, ends: Ends): Promise<WireThere> {
  const thread = new Worker(new URL("./wire-thread.ts", import.meta.url), { workerData: target });
  ends(() => thread.terminate());
  const order = (given: Order) => thread.postMessage(given);
  const [port] = (await once(thread, "message")) as [number];
  return {
    port,
    cut: (lost) => order({ act: "cut", lost }),
    mend: () => order({ act: "mend" }),
    reset: () => order({ act: "reset" }),
  };
}

/** These wires together; by default all of them are cut at once. */
export function networkOf(
  wires: readonly WireThere[],
  struck: () => Promise<readonly WireThere[]> = async () => wires,
): Network {
  return {
    async cut(lost) {
      for (const wire of await struck()) wire.cut(lost);
    },
    mend() {
      for (const wire of wires) wire.mend();
    },
    reset() {
      for (const wire of wires) wire.reset();
    },
  };
}
