/** An upgrade from the release before, and back: the database once, and all replicas, one after the other. */
import type { Topology } from "../topology/topology.ts";
import { type Fault, seconds } from "./fault.ts";

/** How long all replicas are of one version: what one wrote, the other one meets. */
const TOGETHER_SECONDS = 10;

async function roll({ replicas }: Topology, version: "this" | "before") {
  for (const replica of replicas) await replica.replace("SIGTERM", version);
  await seconds(TOGETHER_SECONDS);
}

/** Behind HAProxy, which sends nothing to a replica that is not ready. */
export const upgradeAndBack: Fault = {
  name: "upgrade from the release before, back, and forwards again",
  away: "replica",
  async run(topology) {
    const haproxy = topology.balancers.find(({ name }) => name === "HAProxy");
    if (haproxy === undefined) throw new Error("HAProxy is not installed");
    topology.use(haproxy);
    topology.deployment.migrate();
    await seconds(TOGETHER_SECONDS);
    await roll(topology, "this");
    await roll(topology, "before");
    await roll(topology, "this");
  },
};
