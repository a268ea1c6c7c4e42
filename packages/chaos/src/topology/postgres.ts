/** A primary and a standby of PostgreSQL, which exchange their roles when the primary is gone. */
import { join } from "node:path";
import { type ReplicatingServer, startReplicating } from "@countersign/dev/test-postgres-pair";
import { type Ends, startWhole } from "./started.ts";

export interface PostgresPair {
  readonly kind: "pair";
  /** The URL of the superuser, at the primary of now. */
  readonly superuser: string;
  readonly primary: () => ReplicatingServer;
  /** The ports of both servers that a URL has to name. Those of a new standby are the same. */
  readonly ports: readonly number[];
  /** Commits a change: a primary without its synchronous standby answers questions. */
  written(): Promise<unknown>;
  /** Whether a commit waits for the standby. */
  synchronous(is: boolean): Promise<void>;
  /** Ends the primary by SIGKILL and has the standby take over. */
  failOver(): Promise<void>;
  /** Makes a new standby in place of the server that is gone. */
  replaceStandby(): Promise<void>;
  standby(): ReplicatingServer;
  stop(): Promise<void>;
}

export const startPair = (folder: string): Promise<PostgresPair> => startWhole((ends) => start(folder, ends));

async function start(folder: string, ends: Ends): Promise<Omit<PostgresPair, "stop">> {
  let made = 0;
  const next = () => join(folder, `postgres-${made++}`);
  let primary = await startReplicating(next());
  ends(() => primary.kill());
  let standby = await primary.standby(next());
  ends(() => standby.kill());
  const ports = [primary.port, standby.port];

  async function synchronous(is: boolean): Promise<void> {
    await primary.set(is ? { synchronous_standby_names: "*" } : {});
    const asked = "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'";
    while (is && (await primary.query(asked)).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  return {
    kind: "pair",
    get superuser() {
      return primary.url;
    },
    written: () => primary.query("SELECT pg_current_xact_id(), pg_logical_emit_message(true, 'chaos', '')"),
    primary: () => primary,
    standby: () => standby,
    ports,
    synchronous,
    async failOver() {
      await primary.kill();
      await standby.promote();
      primary = standby;
    },
    async replaceStandby() {
      const port = ports.find((one) => one !== primary.port);
      standby = await primary.standby(next(), port);
    },
  };
}
