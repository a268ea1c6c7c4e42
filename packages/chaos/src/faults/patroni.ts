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

export const killLeader: Fault = {
  name: "SIGKILL of the leader and its Patroni",
  away: "postgres",
  run: (topology) => patroniOf(topology).failOver(),
};
