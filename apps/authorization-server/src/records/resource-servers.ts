/** Resource servers as operators see them. */
import type { ResourceServer } from "../stores/client/resource-servers.ts";
import { fromRecords, type RecordsDatabase } from "./records.ts";

/** Every resource server, by identifier. */
export function listResourceServers(database: RecordsDatabase): Promise<readonly ResourceServer[]> {
  return fromRecords(
    database,
    // Every row is a `ResourceServer`: PostgreSQL checks the algorithm.
    async ({ resourceServer }) =>
      (await resourceServer.findMany({ orderBy: { identifier: "asc" } })) as readonly ResourceServer[],
  );
}
