/** Deletes unused clients that registered themselves, so that registrations do not grow without limit (RFC 7591 §5). */
import {
  deletionOfDocumentClients,
  documentClients,
  type WhichDocumentClients,
} from "../../stores/client/drop-document-clients.ts";
import { IS_WANTED } from "../../stores/client/registration/open-registrations.ts";
import { settled } from "../../stores/transaction.ts";
import { type Batches, inBatches } from "../running/batches.ts";
import { openParts, type PartsOf } from "../running/parts.ts";

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
 * Deletes clients of metadata documents in the same way: those without a consent after a day, and the others when
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

/** The statements of one batch. */
interface Batch {
  /** Selects the ids of the clients, but those of `$1`, and up to `$2`. */
  readonly found: string;
  readonly deletion: string;
}

type Deletion = (of: PartsOf, values: readonly unknown[]) => Pick<Batches, "run" | "first">;

async function deleteClients(of: PartsOf, deletion: Deletion, values: readonly unknown[]): Promise<number> {
  return inBatches({ name: "client", mostRows: BATCH_ROWS, ...deletion(of, values) }, await openParts(of));
}

/** There are so few of them that each batch may look at all. */
const ofFew =
  ({ found, deletion }: Batch): Deletion =>
  ({ database: { pool }, at }, values) => ({
    run: async (most, except) => (await settled(pool, deletion, [except, most, ...values, at])).length,
    first: async (except) => (await pool.query<{ id: string }>(found, [except, 1, ...values])).rows[0]?.id,
  });

/** `$3` is the time of the last client of the batch before, and the deletion tells that of this one. */
const inOrder =
  ({ found, deletion }: Batch): Deletion =>
  ({ database: { pool }, at }, values) => {
    let from = "-infinity";
    return {
      async run(most, except) {
        const [gone] = await settled<Gone>(pool, deletion, [except, most, from, ...values, at]);
        from = gone?.last ?? from;
        return gone?.count ?? 0;
      },
      first: async (except) => (await pool.query<{ id: string }>(found, [except, 1, from, ...values])).rows[0]?.id,
    };
  };

interface Gone {
  readonly count: number;
  readonly last: string | null;
}

/**
 * Clients whose time `by` is from `$3` to `$4`. Each batch begins where the one before it ended, so that it reads again
 * neither what that one deleted nor the clients that are kept.
 */
function unusedSince(by: "last_used_at" | "created_at", condition: string): Batch {
  const found = `
    SELECT id, ${by} AS time FROM client c
     WHERE registration_access_token_hash IS NOT NULL AND disabled_at IS NULL AND ${condition}
       AND ${by} >= $3::timestamptz AND ${by} <= $4 AND id <> ALL ($1::text[])
     ORDER BY ${by} LIMIT $2`;
  const deletion = `
    WITH unused AS (${found} FOR UPDATE SKIP LOCKED),
         gone AS (DELETE FROM client WHERE id = ANY (ARRAY(SELECT id FROM unused)) RETURNING id, name, last_used_at),
         noted AS (
      INSERT INTO audit_event (at, type, actor, client_id, detail)
      SELECT $5, 'client_expired', 'schedule', id, jsonb_build_object('name', name, 'lastUsedAt', last_used_at)
        FROM gone RETURNING id)
    SELECT count(*)::int AS count, (SELECT max(time)::text FROM unused) AS last FROM noted`;
  return { found, deletion };
}

// Three statements, because each has an index.
const USED = inOrder(unusedSince("last_used_at", "last_used_at IS NOT NULL"));
const NEVER_USED = inOrder(unusedSince("created_at", "last_used_at IS NULL"));

/** Clients that registered themselves without a token, and to which no person agreed. */
const UNWANTED = inOrder(unusedSince("created_at", `registered_openly AND NOT ${IS_WANTED}`));

const UNUSED_DOCUMENTS: WhichDocumentClients = {
  unwanted: "d.fetched_at <= $3",
  others: "d.fetched_at <= $4",
  order: "LIMIT $2",
};

const OF_DOCUMENTS = ofFew({
  found: documentClients(UNUSED_DOCUMENTS),
  deletion: deletionOfDocumentClients(UNUSED_DOCUMENTS, "$5"),
});
