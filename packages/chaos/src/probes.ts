/** Asks both stores all the time, beside the services: when a store is away, and how slow this machine is. */
import { pause } from "./clients/answered.ts";
import type { Store } from "./history/entry.ts";
import type { History } from "./history/history.ts";
import type { Topology } from "./topology/topology.ts";

const EVERY_MS = 250;
const TIMEOUT_MS = 5000;

export interface Probes {
  stop(): Promise<void>;
}

export function startProbes({ postgres, redis }: Topology, history: History): Probes {
  let stopped = false;
  const ask = async (probe: Store, question: () => Promise<unknown>) => {
    while (!stopped) {
      const at = history.now();
      const ok = await inTime(question()).then(
        () => true,
        () => false,
      );
      history.add({ probe, at, end: history.now(), ok });
      await pause(EVERY_MS);
    }
  };
  const running = [ask("postgres", () => postgres.written()), ask("redis", () => redis.ping())];
  return {
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}

function inTime(question: Promise<unknown>): Promise<unknown> {
  question.catch(() => {});
  return Promise.race([question, pause(TIMEOUT_MS).then(() => Promise.reject(new Error("no answer")))]);
}
