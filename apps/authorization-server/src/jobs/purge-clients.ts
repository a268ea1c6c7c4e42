/** Deletes unused clients that registered themselves, so that registrations do not grow without limit (RFC 7591 §5). */
import {
  deletionOfDocumentClients,
  documentClients,
  type WhichDocumentClients,
} from "../stores/client/drop-document-clients.ts";
import { IS_WANTED } from "../stores/client/open-registrations.ts";
import { inBatches } from "./batches.ts";
import { openParts, type PartsOf } from "./parts.ts";

const BATCH_ROWS = 100;
const DAY_MS = 86_400_000;
/** How many days a client that was never used is kept: a newly registered client is normally used soon. */
const NEVER_USED_DAYS = 7;

export interface PurgingClients extends Omit<PartsOf, "job"> {
  /** How long a client may stay unused; 0 for no limit. */
  readonly unusedDays: number;
}

/**
 * Deletes clients in small batches; the same statement writes their audit rows. Clients that an operator disabled or
 * created are kept.
 *
 * @returns how many clients were deleted
 */
export async function purgeClients({ unusedDays, ...purging }: PurgingClients): Promise<number> {
  if (unusedDays === 0) return 0;

  const before = daysBefore(purging.at);
  const [unused, neverUsed] = [before(unusedDays), before(Math.min(unusedDays, NEVER_USED_DAYS))];
  const used = await deleteClients({ ...purging, job: "purge-clients" }, USED, [unused]);
  const never = await deleteClients({ ...purging, job: "purge-clients" }, NEVER_USED, [neverUsed]);
  return used + never + (await deleteClients({ ...purging, job: "purge-clients" }, UNWANTED, [before(1)]));
}

/**
 * Deletes clients of metadata documents in the same way: those that nobody agreed to after a day, and the others when
 * their document was not fetched for `unusedDays`. A client that is used has it fetched at least once a day. Clients
 * that an operator pinned, blocked or disabled are kept.
 *
 * @returns how many clients were deleted
 */
export function purgeDocumentClients({ unusedDays, ...purging }: PurgingClients): Promise<number> {
  const before = daysBefore(purging.at);
  const values = [before(1), unusedDays === 0 ? null : before(unusedDays)];
  return deleteClients({ ...purging, job: "purge-document-clients" }, OF_DOCUMENTS, values);
}

const daysBefore = (now: Date) => (days: number) => new Date(now.getTime() - days * DAY_MS);

interface Unused {
  /** Selects the ids of the clients, but those of `$1`, and up to `$2`. */
  readonly found: string;
  readonly deletion: string;
}

async function deleteClients(of: PartsOf, { found, deletion }: Unused, values: readonly unknown[]): Promise<number> {
  const { pool } = of.database;
  const batches = {
    name: "client",
    mostRows: BATCH_ROWS,
    run: async (most: number, except: readonly string[]) =>
      (await pool.query(deletion, [except, most, ...values, of.at])).rowCount ?? 0,
    first: async (except: readonly string[]) =>
      (await pool.query<{ id: string }>(found, [except, 1, ...values])).rows[0]?.id,
  };
  return inBatches(batches, await openParts(of));
}

const unusedSince = (condition: string): Unused => {
  const found = `
    SELECT id FROM client c
     WHERE registration_access_token_hash IS NOT NULL AND disabled_at IS NULL AND ${condition}
       AND id <> ALL ($1::text[])
     LIMIT $2`;
  const deletion = `
    WITH unused AS (${found} FOR UPDATE SKIP LOCKED),
         gone AS (DELETE FROM client WHERE id IN (SELECT id FROM unused) RETURNING id, name, last_used_at)
    INSERT INTO audit_event (at, type, actor, client_id, detail)
    SELECT $4, 'client_expired', 'schedule', id, jsonb_build_object('name', name, 'lastUsedAt', last_used_at)
      FROM gone`;
  return { found, deletion };
};

// Three statements, because each has an index.
const USED = unusedSince("last_used_at <= $3");
const NEVER_USED = unusedSince("last_used_at IS NULL AND created_at <= $3");

/** Clients that registered themselves without a token, and to which no person agreed. */
const UNWANTED = unusedSince(`registered_openly AND created_at <= $3 AND NOT ${IS_WANTED}`);

const UNUSED_DOCUMENTS: WhichDocumentClients = {
  unwanted: "d.fetched_at <= $3",
  others: "d.fetched_at <= $4",
  order: "LIMIT $2",
};

const OF_DOCUMENTS: Unused = {
  found: documentClients(UNUSED_DOCUMENTS),
  deletion: deletionOfDocumentClients(UNUSED_DOCUMENTS, "$5"),
};
