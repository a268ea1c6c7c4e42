/** Resource servers as administrators see them. */
import { type Statements, statementsOf } from "../../platform/records/records.ts";
import type { Query } from "../../platform/stores/transaction.ts";
import { selected } from "../entity-values.ts";
import { type ResourceServerRecord, resourceServerFields } from "./entity.ts";

/** Every resource server, by identifier. */
export const listResourceServers = (database: Statements): Promise<readonly ResourceServerRecord[]> =>
  resourceServersIn(statementsOf(database));

/** The same in a transaction. */
export const resourceServersIn = async (query: Query): Promise<readonly ResourceServerRecord[]> =>
  (await query(`${SELECT} ORDER BY identifier`, [])) as unknown as readonly ResourceServerRecord[];

/** The resource server of this identifier, byte for byte. */
export const findResourceServer = (
  database: Statements,
  identifier: string,
): Promise<ResourceServerRecord | undefined> => one(statementsOf(database), ONE, identifier);

/** The same, and no other transaction changes it until that of `query` ends. */
export const lockResourceServer = (query: Query, identifier: string): Promise<ResourceServerRecord | undefined> =>
  one(query, `${ONE} FOR NO KEY UPDATE`, identifier);

const one = async (query: Query, text: string, identifier: string) =>
  (await query(text, [identifier]))[0] as ResourceServerRecord | undefined;

const SELECT = `SELECT ${selected(resourceServerFields, "resource_server")} FROM resource_server`;
const ONE = `${SELECT} WHERE identifier = $1`;

/** How many roles a resource server has, and how many clients act as it. */
export const usesOf = async (database: Statements, resource: string) =>
  (await statementsOf(database)(USES, [resource]))[0] as unknown as {
    readonly roles: number;
    readonly clients: number;
  };

const USES = `
  SELECT (SELECT count(*)::int FROM role WHERE resource = $1) AS roles,
         (SELECT count(*)::int FROM client WHERE resource_server = $1) AS clients`;

/** Records which configuration it belongs to. */
export const markResourceServer = (query: Query, identifier: string, managedBy: string): Promise<unknown> =>
  query("UPDATE resource_server SET managed_by = $2 WHERE identifier = $1", [identifier, managedBy]);
