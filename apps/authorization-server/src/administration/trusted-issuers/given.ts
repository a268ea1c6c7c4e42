/** What trusted issuers name, and what their assertions gave: rows of others. */
import type { WorkloadRule } from "@countersign/rules";
import type { Query } from "../../platform/stores/transaction.ts";
import { malformed } from "../refused.ts";

/** Lets acts on trusted issuers run one after another, until the transaction of `query` ends. */
export const ALONE = "SELECT pg_advisory_xact_lock(hashtextextended('trusted issuers', 0))::text";

/**
 * Locks a trusted issuer, and before it the clients that programs act as: authorizations that its assertions give at
 * this moment are waited for, and after that nothing is given until the transaction of `query` ends.
 */
export async function lockWithClients(query: Query, id: string): Promise<void> {
  await query(ALONE, []);
  await query(LOCK_CLIENTS, [id]);
  await query("SELECT FROM trusted_issuer WHERE id = $1 FOR UPDATE", [id]);
}

const LOCK_CLIENTS = `
  SELECT FROM client WHERE id IN (
    SELECT rule ->> 'client' FROM trusted_issuer t, jsonb_array_elements(t.workloads) rule WHERE t.id = $1)
   ORDER BY id FOR UPDATE`;

interface Giving {
  readonly id: string;
  readonly workloads: readonly WorkloadRule[];
}

/** Ends all that the assertions of a locked trusted issuer gave: to people's clients, and to programs. */
export async function endGivenBy(query: Query, { id, workloads }: Giving, at: Date): Promise<void> {
  await query(REVOKE, [id, at]);
  await query(END_STANDING, [workloads.map(({ client }) => client)]);
}

const REVOKE = `
  UPDATE "authorization" SET revoked_at = $2
   WHERE id IN (SELECT a.id FROM "authorization" a JOIN trusted_issuer_authorization given ON a.id = authorization_id
                 WHERE given.trusted_issuer_id = $1 AND a.revoked_at IS NULL AND a.expires_at > $2
                 ORDER BY a.id FOR NO KEY UPDATE OF a)`;

// A client has one row for all that it gets for itself. Access by its own secret ends, too, and it can get more.
const END_STANDING = `
  DELETE FROM "authorization"
   WHERE id IN (SELECT id FROM "authorization" WHERE client_id = ANY ($1) AND user_id IS NULL ORDER BY id FOR UPDATE)`;

interface Naming {
  readonly clients: readonly string[];
  readonly workloads: readonly WorkloadRule[];
  readonly provider: string | null;
  readonly resources: readonly string[];
}

/** Refuses an issuer that names an unknown provider, client or resource server: it would silently give nothing. */
export async function assertKnown(query: Query, { clients, workloads, provider, resources }: Naming): Promise<void> {
  const values = [clients, workloads.map(({ client }) => client), provider, resources];
  const [unknown = {}] = await query(UNKNOWN, values);
  const [member] = Object.entries(unknown).find(([, isUnknown]) => isUnknown === true) ?? [];
  if (member !== undefined) throw malformed("trusted issuer", member, "names one that does not exist");
}

const isMissing = (list: string, there: string) =>
  `EXISTS (SELECT FROM unnest(${list}::text[]) named WHERE NOT EXISTS (${there} = named))`;

const UNKNOWN = `
  SELECT ${isMissing("$1", "SELECT FROM client WHERE id")} AS clients,
         ${isMissing("$2", "SELECT FROM client WHERE id")} AS workloads,
         $3::text IS NOT NULL AND NOT EXISTS (SELECT FROM identity_provider WHERE alias = $3) AS provider,
         ${isMissing("$4", "SELECT FROM resource_server WHERE identifier")} AS resources`;
