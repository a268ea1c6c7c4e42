/**
 * An upgrade from the release before, and back: the database once, and all replicas, one after the other. What people
 * began under one release, they end under the other.
 */
import { openJourneys } from "../clients/journeys.ts";
import { APPS } from "../topology/environments.ts";
import type { Replica, Topology } from "../topology/topology.ts";
import { type Fault, seconds } from "./fault.ts";

/** How long all replicas are of one version: what one wrote, the other one meets. */
const TOGETHER_SECONDS = 10;
const SHORTLY_TOGETHER_SECONDS = 3;

/** Behind HAProxy, which sends nothing to a replica that is not ready. */
async function behindHaproxy({ balancers, use }: Topology, work: () => Promise<void>) {
  const [first] = balancers;
  const haproxy = balancers.find(({ name }) => name === "HAProxy");
  if (haproxy === undefined || first === undefined) throw new Error("HAProxy is not installed");
  use(haproxy);
  await work();
  use(first);
}

/** The work and a pause, at the same time. */
const during = (count: number, work: () => Promise<void>) => Promise.all([seconds(count), work()]);

async function roll({ replicas }: Topology, version: "this" | "before", work: () => Promise<void>) {
  for (const replica of replicas) await replica.replace("SIGTERM", version);
  await during(TOGETHER_SECONDS, work);
}

export const upgradeAndBack: Fault = {
  name: "upgrade from the release before, back, and forwards again",
  away: "replica",
  run: (topology, _, world) =>
    behindHaproxy(topology, async () => {
      const { turn, finish } = openJourneys(world);
      topology.deployment.migrate();
      await during(TOGETHER_SECONDS, turn);
      await roll(topology, "this", turn);
      await roll(topology, "before", turn);
      await roll(topology, "this", finish);
    }),
};

interface Rolling {
  readonly version: "this" | "before";
  /** What is done when all are of the version. */
  readonly work?: () => Promise<void>;
}

/** One replica of each service at once. */
async function rollShortly(replicas: readonly Replica[], { version, work = async () => {} }: Rolling) {
  const [one, other] = APPS.map((app) => replicas.filter((replica) => replica.app === app));
  for (const [n, replica] of (one ?? []).entries())
    await Promise.all([replica, other?.[n]].map((each) => each?.replace("SIGTERM", version)));
  await during(SHORTLY_TOGETHER_SECONDS, work);
}

/** For `npm test`: only the first replica of each service goes back, and then has the other version beside it. */
export const upgradeShortly: Fault = {
  name: "upgrade from the release before, half back, and forwards again",
  away: "replica",
  run: (topology, _, world) =>
    behindHaproxy(topology, async () => {
      const { replicas, deployment } = topology;
      const { turn, goOn, finish } = openJourneys(world);
      const firsts = APPS.flatMap((app) => replicas.find((replica) => replica.app === app) ?? []);
      deployment.migrate();
      await during(SHORTLY_TOGETHER_SECONDS, turn);
      await rollShortly(replicas, { version: "this" });
      // The first replicas take a while to stop and start, and until then all others are of this version.
      const turned = turn();
      await rollShortly(firsts, { version: "before", work: () => turned.then(goOn) });
      await rollShortly(firsts, { version: "this", work: finish });
    }),
};
