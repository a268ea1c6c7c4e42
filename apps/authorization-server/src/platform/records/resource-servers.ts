/** Resource servers as operators see them. */
import type { ResourceServer } from "../stores/client/resource-servers.ts";
import { fromRecords, type Records, type RecordsDatabase } from "./records.ts";

export interface ResourceServerRecord extends ResourceServer {
  /** Whether the metadata of this server lists it (RFC 9728 §4). */
  readonly listed: boolean;
  /** When it was disabled; null if it is not. */
  readonly disabledAt: Date | null;
  /** The configuration that declares it; null if there is none. */
  readonly managedBy?: string | null;
}

/** Every resource server, by identifier. */
export function listResourceServers(database: RecordsDatabase): Promise<readonly ResourceServerRecord[]> {
  return fromRecords(
    database,
    // Every row is a `ResourceServer`: PostgreSQL checks the algorithm.
    async ({ resourceServer }) =>
      (await resourceServer.findMany({ orderBy: { identifier: "asc" } })) as readonly ResourceServerRecord[],
  );
}

/** The resource server of this identifier, byte for byte. */
export const findResourceServer = (
  database: RecordsDatabase,
  identifier: string,
): Promise<ResourceServerRecord | undefined> =>
  fromRecords(database, (records) => findResourceServerIn(records, identifier));

/** The same in a transaction. */
export async function findResourceServerIn(
  { resourceServer }: Records,
  identifier: string,
): Promise<ResourceServerRecord | undefined> {
  const found = await resourceServer.findUnique({ where: { identifier } });
  return (found ?? undefined) as ResourceServerRecord | undefined;
}
