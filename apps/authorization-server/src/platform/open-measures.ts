/** What operators see of the service in addition to its requests: what it counts, and what it reads when asked. */
import { type Database, missingLimits } from "@countersign/database";
import { type CountedPool, limitMeasure, type Measure, poolMeasures } from "@countersign/service";
import type { Dependencies } from "../dependencies.ts";
import { keyMeasures } from "../issuer/keys/key-measures.ts";
import { countedTokenRequests } from "../issuer/tokens/token-measures.ts";
import { countedFetch } from "./outbound/counted-fetch.ts";
import type { GuardedFetch } from "./outbound/guarded-fetch.ts";
import { countedSignIns, peopleMeasure } from "./stores/audit/sign-in-measures.ts";
import type { DurableStores } from "./stores/durable.ts";

/** The same parts, which count what they do. */
export function openCounts(fetcher: GuardedFetch, stores: DurableStores) {
  const { outbound, measures: ofRequests } = countedFetch(fetcher);
  const { measures: ofSignIns, ...recording } = countedSignIns(stores);
  const tokenRequests = countedTokenRequests();
  return {
    outbound,
    durable: { ...stores, ...recording },
    tokenRequests,
    counts: [...ofSignIns, ...tokenRequests.measures, ...ofRequests],
  };
}

interface Read extends Pick<Dependencies, "keys" | "passwords" | "now"> {
  readonly pools: Readonly<Record<string, CountedPool>>;
  /** Its connections are not those of people. */
  readonly jobs: Pick<Database, "pool">;
}

/** What is read when it is asked for. */
export const readMeasures = ({ pools, keys, passwords, jobs, now }: Read): readonly Measure[] => [
  ...poolMeasures(pools),
  limitMeasure(() => missingLimits(jobs)),
  ...keyMeasures(keys, now),
  peopleMeasure(jobs),
  {
    name: "passwords_waiting",
    help: "Passwords that wait to be compared or hashed; at 200, sign-ins by password are refused with 503",
    type: "gauge",
    labelNames: [],
    read: async () => [{ labels: {}, value: passwords.waiting() }],
  },
];
