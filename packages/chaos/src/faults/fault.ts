/** A fault: what it does to the deployment while clients go on. */
import type { World } from "../clients/world.ts";
import type { Away } from "../history/entry.ts";
import type { PostgresPair } from "../topology/postgres.ts";
import type { Topology } from "../topology/topology.ts";

export interface Fault {
  readonly name: string;
  readonly away: Away;
  /** Whether a replica is killed in the middle of requests. */
  readonly isAbrupt?: boolean;
  /** A request that is sent this many seconds after its beginning must not fail. */
  readonly mostSeconds?: number;
  /** Whether changes without an answer are done all the same, as when a commit waits for a standby. */
  readonly isDoneLater?: boolean;
  /**
   * Strikes, and mends.
   *
   * @param world what clients know, for a fault that people go on through
   */
  run(topology: Topology, losing: Losing, world: World): Promise<void>;
}

/** Changes that are answered in between may be lost. */
export interface Losing {
  from(): void;
  /** At the latest when a standby has taken over: what it answers, it has. */
  to(): void;
}

/** The pair of servers that a fault strikes. @throws Error if Patroni looks after the servers of this run */
export function pairOf({ postgres }: Topology): PostgresPair {
  if (postgres.kind !== "pair") throw new Error("This fault is for servers that nothing looks after.");
  return postgres;
}

export const seconds = (count: number) => new Promise<void>((resolve) => setTimeout(resolve, count * 1000));
