/** Two groups of connections for hot statements. */
import type { Servers } from "../servers/primary.ts";
import { countedTogether } from "./counts.ts";
import { type OpenedStatements, openStatements, type StatementsOptions } from "./pipelined.ts";

/**
 * Half of the connections are for statements that read. If a commit never ends, because a synchronous standby is away,
 * it keeps no read waiting behind it.
 */
export function openHalves(options: StatementsOptions, forReads: Servers["Client"]): OpenedStatements {
  const half = options.connections / 2;
  const reads = openStatements({ ...options, Client: forReads, connections: Math.max(1, Math.floor(half)) });
  const changes = openStatements({ ...options, connections: Math.ceil(half) });
  return {
    query: reads.query,
    change: changes.change,
    counts: countedTogether([reads.counts, changes.counts]),
    renew() {
      reads.renew();
      changes.renew();
    },
    close: async () => void (await Promise.all([reads.close(), changes.close()])),
  };
}
