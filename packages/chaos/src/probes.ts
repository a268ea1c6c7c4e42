/** Asks both stores all the time, beside the services: when a store is away, and how slow this machine is. */
import { connect } from "node:net";
import { pause } from "./clients/steps.ts";
import type { Probe } from "./history/entry.ts";
import type { History } from "./history/history.ts";
import type { Topology } from "./topology/topology.ts";

const EVERY_MS = 250;
const TIMEOUT_MS = 5000;

export interface Probes {
  stop(): Promise<void>;
}

export function startProbes({ postgres, redis }: Topology, history: History): Probes {
  let stopped = false;
  const ask = async (probe: Probe["probe"], question: () => Promise<unknown>) => {
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
  // A commit, because a primary without its synchronous standby answers questions.
  const written = () =>
    postgres.primary().query("SELECT pg_current_xact_id(), pg_logical_emit_message(true, 'chaos', '')");
  const running = [ask("postgres", written), ask("redis", () => ping(redis.port))];
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

const ping = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error("no answer")));
    socket.on("error", reject).once("data", () => {
      socket.destroy();
      resolve();
    });
  });
