/**
 * Clients that registered themselves without an initial access token. At the greatest number of them the oldest ones go
 * to which no person agreed, so strangers who register many take room only from each other.
 */
import type { Database } from "@countersign/database";
import { type Occurrence, recordAudit } from "../../audit/audit-events.ts";
import { inTransaction, type Query } from "../../transaction.ts";
import { metadataColumns, newRow } from "../client-rows.ts";
import type { NewRegistration } from "./registrations.ts";

export interface OpenRegistrationStore {
  /**
   * Creates the client. Returns false, and changes nothing, if as many exist as may exist and people agreed to all.
   *
   * @param most how many may exist
   */
  register(client: NewRegistration, most: number, origin: Occurrence): Promise<boolean>;
}

export function openRegistrationStore({ pool }: Pick<Database, "pool">): OpenRegistrationStore {
  return { register: (client, most, origin) => inTransaction(pool, (query) => create(query, client, most, origin)) };
}

async function create(query: Query, client: NewRegistration, most: number, origin: Occurrence): Promise<boolean> {
  await query(ALONE, []);
  const [counted] = await query(COUNT, []);
  if (Number(counted?.all) >= most) {
    // One in a hundred, so that not every new client has to look for the oldest.
    const dropped = await query(DROP_OLDEST, [Math.max(1, Math.floor(most / 100)), origin.at]);
    if (dropped.length === 0) return false;
  }
  await query(INSERT, [JSON.stringify(newRow(client, origin.at))]);
  const actor = { kind: "client", clientId: client.id } as const;
  const detail = { name: client.metadata.client_name, open: true };
  await recordAudit(query, { type: "client_registered", clientId: client.id, actor, ...origin, detail });
  return true;
}

/** SQL: whether people agreed to a client `c`, or something was issued to it. */
export const IS_WANTED = `(EXISTS (SELECT FROM consent WHERE client_id = c.id)
        OR EXISTS (SELECT FROM "authorization" WHERE client_id = c.id))`;

/** New clients come one at a time. Otherwise racing requests would count the same clients. */
const ALONE = "SELECT pg_advisory_xact_lock(hashtext('countersign open registrations'))";
const COUNT = "SELECT count(*) AS all FROM client WHERE registered_openly";

const DROP_OLDEST = `
  WITH unused AS (
    SELECT c.id FROM client c WHERE c.registered_openly AND c.disabled_at IS NULL AND NOT ${IS_WANTED}
     ORDER BY c.created_at LIMIT $1 FOR UPDATE SKIP LOCKED
  ), gone AS (DELETE FROM client WHERE id IN (SELECT id FROM unused) RETURNING id, name)
  INSERT INTO audit_event (at, type, actor, client_id, detail)
  SELECT $2, 'client_expired', 'schedule', id, jsonb_build_object('name', name, 'open', true) FROM gone
  RETURNING client_id`;

const WRITTEN = `id, created_at, registration_access_token_hash, ${metadataColumns}`;
const INSERT = `
  INSERT INTO client (registered_openly, ${WRITTEN})
  SELECT true, ${WRITTEN.replaceAll(/\w+/g, "new.$&")} FROM jsonb_populate_record(NULL::client, $1::jsonb) AS new`;
