/** Exchange policies, as administrators see them. */
import type { Database } from "@countersign/database";
import type { Query } from "../../platform/stores/transaction.ts";
import { selected } from "../entity-values.ts";
import { type ExchangePolicyRecord, exchangePolicyFields } from "./entity.ts";

/** The policies by name. There are never many. */
export const listExchangePolicies = async ({
  pool,
}: Pick<Database, "pool">): Promise<readonly ExchangePolicyRecord[]> =>
  (await pool.query<ExchangePolicyRecord>(LIST)).rows;

/** The same in a transaction. */
export const exchangePoliciesIn = async (query: Query): Promise<readonly ExchangePolicyRecord[]> =>
  (await query(LIST, [])) as unknown as readonly ExchangePolicyRecord[];

export const findExchangePolicy = async (
  { pool }: Pick<Database, "pool">,
  id: string,
): Promise<ExchangePolicyRecord | undefined> =>
  (await pool.query<ExchangePolicyRecord>(`SELECT ${COLUMNS} FROM exchange_policy x WHERE id = $1`, [id])).rows[0];

/** The id of the policy of a name. */
export async function exchangePolicyIdIn(query: Query, name: string): Promise<string | undefined> {
  const [row] = await query("SELECT id FROM exchange_policy WHERE name = $1", [name]);
  return row === undefined ? undefined : String(row.id);
}

/** Records which configuration the policy of a name belongs to. */
export const markExchangePolicy = (query: Query, name: string, managedBy: string): Promise<unknown> =>
  query("UPDATE exchange_policy SET managed_by = $2 WHERE name = $1", [name, managedBy]);

/** Locks a policy: no other transaction changes it until that of `query` ends. */
export async function lockExchangePolicy(query: Query, id: string): Promise<ExchangePolicyRecord | undefined> {
  const [row] = await query(`SELECT ${COLUMNS} FROM exchange_policy x WHERE id = $1 FOR NO KEY UPDATE`, [id]);
  return row as ExchangePolicyRecord | undefined;
}

/** What a policy names, as far as it exists. */
export interface Named {
  /** Null for a client that is not there. */
  readonly client: { readonly isPublic: boolean; readonly resourceServer: string | null } | null;
  /** The scopes of the two resource servers; null for one that is not there. */
  readonly source: readonly string[] | null;
  readonly target: readonly string[] | null;
  /** Those of the groups that are there. */
  readonly groups: readonly string[];
}

/** Reads what a policy names. */
export async function namedBy(
  query: Query,
  policy: Pick<ExchangePolicyRecord, "clientId" | "source" | "target" | "excludedGroups">,
): Promise<Named> {
  const { clientId, source, target, excludedGroups } = policy;
  const [row] = await query(NAMED, [clientId, source, target, excludedGroups]);
  return row?.named as Named;
}

const COLUMNS = selected(exchangePolicyFields, "x");

const LIST = `SELECT ${COLUMNS} FROM exchange_policy x ORDER BY name, id`;

const NAMED = `
  SELECT jsonb_build_object(
    'client', (SELECT jsonb_build_object('isPublic', c.token_endpoint_auth_method = 'none',
                                         'resourceServer', c.resource_server) FROM client c WHERE c.id = $1),
    'source', (SELECT to_jsonb(r.scopes) FROM resource_server r WHERE r.identifier = $2),
    'target', (SELECT to_jsonb(r.scopes) FROM resource_server r WHERE r.identifier = $3),
    'groups', ARRAY(SELECT g.name FROM user_group g WHERE g.name = ANY ($4) AND g.organization_id IS NULL)) AS named`;
