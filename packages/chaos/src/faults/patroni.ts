/** The leader of PostgreSQL changes under Patroni: as an operator asks for it, or because its machine is gone. */
import type { Patroni } from "../topology/patroni.ts";
import type { Topology } from "../topology/topology.ts";
import type { Fault } from "./fault.ts";

function patroniOf({ postgres }: Topology): Patroni {
  if (postgres.kind !== "patroni") throw new Error("This fault needs --postgres patroni.");
  return postgres;
}

export const switchOver: Fault = {
  name: "switchover of Patroni",
  away: "postgres",
  run: (topology) => patroniOf(topology).switchOver(),
};

/** As a virtual machine that moves: the old leader has open connections, and learns only then that it leads no more. */
export const pauseLeader: Fault = {
  name: "the leader and its Patroni stand still until the other server leads",
  away: "postgres",
  run: (topology) => patroniOf(topology).standStill(),
};

/** Its Patroni lives, and gives the lock away. */
export const crashLeader: Fault = {
  name: "SIGKILL of the leader, whose Patroni stays",
  away: "postgres",
  mostSeconds: 15,
  run: (topology) => patroniOf(topology).crash(),
};

export const killLeader: Fault = {
  name: "SIGKILL of the leader and its Patroni",
  away: "postgres",
  run: (topology) => patroniOf(topology).failOver(),
};
