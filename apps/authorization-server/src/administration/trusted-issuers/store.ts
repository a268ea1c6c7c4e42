/** Trusted issuers, as administrators see them. */
import type { Database } from "@countersign/database";
import type { Query } from "../../platform/stores/transaction.ts";
import { selected } from "../entity-values.ts";
import { type TrustedIssuerRecord, trustedIssuerFields } from "./entity.ts";

const COLUMNS = selected(trustedIssuerFields, "trusted_issuer");

const LIST = `SELECT ${COLUMNS} FROM trusted_issuer ORDER BY name`;

/** The trusted issuers by name. There are never many. */
export const listTrustedIssuers = async ({ pool }: Pick<Database, "pool">): Promise<readonly TrustedIssuerRecord[]> =>
  (await pool.query<TrustedIssuerRecord>(LIST)).rows;

/** The same in a transaction. */
export const trustedIssuersIn = async (query: Query): Promise<readonly TrustedIssuerRecord[]> =>
  (await query(LIST, [])) as unknown as readonly TrustedIssuerRecord[];

export const findTrustedIssuer = async (
  { pool }: Pick<Database, "pool">,
  id: string,
): Promise<TrustedIssuerRecord | undefined> =>
  (await pool.query<TrustedIssuerRecord>(`SELECT ${COLUMNS} FROM trusted_issuer WHERE id = $1`, [id])).rows[0];

/** The id of the trusted issuer of a name. */
export async function trustedIssuerIdIn(query: Query, name: string): Promise<string | undefined> {
  const [row] = await query("SELECT id FROM trusted_issuer WHERE name = $1", [name]);
  return row === undefined ? undefined : String(row.id);
}

/** Records which configuration the trusted issuer of a name belongs to. */
export const markTrustedIssuer = (query: Query, name: string, managedBy: string): Promise<unknown> =>
  query("UPDATE trusted_issuer SET managed_by = $2 WHERE name = $1", [name, managedBy]);

/** Lets acts on trusted issuers run one after another, until the transaction of `query` ends. */
export const ALONE = "SELECT pg_advisory_xact_lock(hashtextextended('trusted issuers', 0))::text";

/**
 * Locks a trusted issuer, and before it the clients that programs act as: what its assertions give at this moment is
 * waited for, and after that nothing is given until the transaction of `query` ends.
 */
export async function lockTrustedIssuer(query: Query, id: string): Promise<TrustedIssuerRecord | undefined> {
  await query(ALONE, []);
  await query(LOCK_CLIENTS, [id]);
  const [row] = await query(`SELECT ${COLUMNS} FROM trusted_issuer WHERE id = $1 FOR UPDATE`, [id]);
  return row as TrustedIssuerRecord | undefined;
}

const LOCK_CLIENTS = `
  SELECT FROM client WHERE id IN (
    SELECT rule ->> 'client' FROM trusted_issuer t, jsonb_array_elements(t.workloads) rule WHERE t.id = $1)
   ORDER BY id FOR UPDATE`;

/** Ends all that the assertions of a locked trusted issuer gave: to people's clients, and to programs. */
export async function endGivenBy(query: Query, { id, workloads }: TrustedIssuerRecord, at: Date): Promise<void> {
  await query(REVOKE, [id, at]);
  await query(END_STANDING, [workloads.map(({ client }) => client)]);
}

const REVOKE = `
  UPDATE "authorization" SET revoked_at = $2
   WHERE id IN (SELECT a.id FROM "authorization" a JOIN trusted_issuer_authorization given ON a.id = authorization_id
                 WHERE given.trusted_issuer_id = $1 AND a.revoked_at IS NULL AND a.expires_at > $2
                 ORDER BY a.id FOR NO KEY UPDATE OF a)`;

// A client has one row for all that it gets for itself. What it got by its own secret ends, too, and it gets more.
const END_STANDING = `
  DELETE FROM "authorization"
   WHERE id IN (SELECT id FROM "authorization" WHERE client_id = ANY ($1) AND user_id IS NULL ORDER BY id FOR UPDATE)`;
