/** The network between the services and a store is cut: connections stay open, and nothing arrives. */
import type { Topology } from "../topology/topology.ts";
import type { Lost } from "../topology/wires/wire.ts";
import type { Network } from "../topology/wires/wires.ts";
import { type Fault, seconds } from "./fault.ts";

const CUT_SECONDS = 15;

const NETWORKS = {
  PostgreSQL: { away: "postgres", of: ({ network }: Topology) => network },
  Redis: { away: "redis", of: ({ redis }: Topology) => redis.network },
} as const;

const AFTERWARDS = { mend: "then goes on", reset: "then breaks connections off" } as const;

/** @param end whether what was lost arrives after all, or its connections break off */
function lose(store: keyof typeof NETWORKS, lost: Lost, end: keyof typeof AFTERWARDS): Fault {
  const { away, of } = NETWORKS[store];
  const what = lost === "answers" ? "the answers" : lost;
  return {
    name: `the network to ${store} loses ${what} for ${CUT_SECONDS} s, ${AFTERWARDS[end]}`,
    away,
    isDoneLater: lost === "answers",
    async run(topology) {
      const network: Network | undefined = of(topology);
      if (network === undefined) throw new Error(`No network leads to this ${store}.`);
      await network.cut(lost);
      await seconds(CUT_SECONDS);
      network[end]();
    },
  };
}

export const losePostgres = lose("PostgreSQL", "everything", "mend");
export const loseRedis = lose("Redis", "everything", "mend");
/** The store executes the statement or command, and the service never gets the answer. */
export const loseAnswersOfPostgres = lose("PostgreSQL", "answers", "reset");
export const loseAnswersOfRedis = lose("Redis", "answers", "reset");
