/** What operators see of the pools: whether a kind of work has enough connections (decision 123). */
import type { Measure } from "./metrics.ts";

/** What a pool says of itself, or what is said of the connections of hot statements. */
export interface CountedPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** @param pools by the name of their work */
export function poolMeasures(pools: Readonly<Record<string, CountedPool>>): readonly Measure[] {
  const gauge = (name: string, help: string, count: (pool: CountedPool) => number): Measure => ({
    name,
    help,
    type: "gauge",
    labelNames: ["pool"],
    read: async () => Object.entries(pools).map(([pool, counted]) => ({ labels: { pool }, value: count(counted) })),
  });
  return [
    gauge(
      "database_connections_in_use",
      "Connections of a pool that are taken out",
      ({ totalCount, idleCount }) => totalCount - idleCount,
    ),
    gauge("database_connections_awaited", "Callers that wait for a connection of a pool", (pool) => pool.waitingCount),
  ];
}
