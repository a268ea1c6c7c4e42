/** Deletes expired rows in small batches, so that table size follows live use and no batch blocks others for long. */
import { settled } from "../../stores/transaction.ts";
import { type Batches, inBatches } from "../running/batches.ts";
import { openParts, type PartsOf } from "../running/parts.ts";

const BATCH_ROWS = 1000;
/** Several runs at the same time share the work. */
const LOCK = "FOR UPDATE SKIP LOCKED";

/** When a row is expired at the time `$1`: by the column `by`, which begins an index. */
interface Expiry {
  readonly by: string;
  /** The latest time that is expired; by default `$1`. */
  readonly until?: string;
  /** A second condition. Few rows of the index do not meet it. */
  readonly and?: string;
}

interface ExpiringRows {
  readonly table: string;
  readonly key: string;
  readonly over: readonly Expiry[];
  readonly lock?: string;
}

const ago = (interval: string) => `$1::timestamptz - interval '${interval}'`;

/** Each kind of row that expires by itself. */
export const EXPIRED: Readonly<Record<string, ExpiringRows>> = {
  authorizations: { table: `"authorization"`, key: "id", over: [{ by: "expires_at" }] },
  sessions: { table: "browser_session", key: "id", over: [{ by: "expires_at" }, { by: "idle_expires_at" }] },
  refreshTokens: { table: "refresh_token", key: "token_hash", over: [{ by: "idle_expires_at" }] },
  // Verification tolerates clock differences, and accepts a token for a few seconds after its exp.
  revokedAccessTokens: {
    table: "revoked_access_token",
    key: "jti",
    over: [{ by: "expires_at", until: ago("1 hour") }],
  },
  // After a day a delivery is useless, even if it failed: the last attempt is made within an hour.
  logoutDeliveries: {
    table: "logout_delivery",
    key: "id",
    over: [{ by: "delivered_at" }, { by: "created_at", until: ago("1 day"), and: "delivered_at IS NULL" }],
  },
  usedProviderLogouts: { table: "used_provider_logout", key: "token_hash", over: [{ by: "expires_at" }] },
  addressProofs: { table: "address_proof", key: "id", over: [{ by: "expires_at" }] },
  // An operator can look up for a day what became of a mail.
  mails: {
    table: "mail_delivery",
    key: "id",
    over: [{ by: "expires_at", until: ago("1 day"), and: "next_attempt_at IS NULL" }],
  },
  // The outcome of an event can be looked up, and the event replayed, for 30 days.
  webhookDeliveries: {
    table: "webhook_delivery",
    key: "id",
    over: [{ by: "created_at", until: ago("30 days") }],
  },
  rememberedDevices: { table: "remembered_device", key: "id", over: [{ by: "expires_at" }] },
  retiredUsernames: { table: "retired_username", key: "username_hash", over: [{ by: "until" }] },
  idempotencyKeys: { table: "idempotency_key", key: "caller, key", over: [{ by: "expires_at" }] },
  // One that was not started has password hashes that are not needed. The report of the others stays for a month.
  imports: {
    table: "import_job",
    key: "id",
    over: [
      { by: "finished_at", until: ago("30 days") },
      { by: "updated_at", until: ago("1 day"), and: "state IN ('receiving', 'checked')" },
    ],
  },
  invitations: { table: "invitation", key: "id", over: [{ by: "expires_at" }] },
  organizationInvitations: { table: "organization_invitation", key: "id", over: [{ by: "expires_at" }] },
  scimTokens: { table: "scim_token", key: "id", over: [{ by: "expires_at" }] },
  initialAccessTokens: { table: "initial_access_token", key: "id", over: [{ by: "expires_at" }] },
  // As long as a day may be counted again.
  hourlyStatistics: {
    table: "hourly_statistic",
    key: "hour, name",
    over: [{ by: "hour", until: ago("40 days") }],
  },
  // An operator can look up for a day why a client was refused.
  refusedRequests: {
    table: "refused_request",
    key: "id",
    over: [{ by: "last_at", until: ago("1 day") }],
  },
  // A part of a job that is not tried again: its account was kept, or its row is gone.
  jobFailures: {
    table: "job_failure",
    key: "job, part",
    over: [{ by: "next_attempt_at", until: ago("2 days") }],
  },
};

/**
 * Audit events expire after the number of days that the deployment sets. The database refuses to delete an event that
 * is less than four weeks old by its own clock. No login may change an event, so none may lock one. Therefore one run
 * at a time deletes them, and other runs find none.
 */
export const AUDIT_EVENTS: ExpiringRows = {
  table: "audit_event",
  key: "id",
  over: [
    {
      by: "at",
      and: `at < now() - interval '4 weeks'
     AND (SELECT pg_try_advisory_xact_lock(hashtext('countersign audit purge')))`,
    },
  ],
  lock: "",
};

const DAY_MILLISECONDS = 86_400_000;

export interface Purging extends Omit<PartsOf, "job"> {
  readonly auditRetentionDays: number;
}

export interface Purged {
  /** How many rows of each kind were deleted. */
  readonly removed: Readonly<Record<string, number>>;
  /** The kinds and the rows that failed, and that wait for their next attempt. */
  readonly failed: readonly string[];
}

/** Purges every kind of row until nothing expired is left. A kind or a row that fails keeps none after it. */
export async function purge({ auditRetentionDays, ...purging }: Purging): Promise<Purged> {
  const { database, at } = purging;
  const parts = await openParts({ ...purging, job: "purge" });
  const oldest = new Date(at.getTime() - auditRetentionDays * DAY_MILLISECONDS);
  const kinds = Object.entries(EXPIRED).map(([noun, rows]) => ({ noun, rows, before: at }));

  const removed: Record<string, number> = {};
  for (const { noun, rows, before } of [...kinds, { noun: "auditEvents", rows: AUDIT_EVENTS, before: oldest }]) {
    const work = async () => {
      let deleted = 0;
      for (const one of purgingStatements(rows)) {
        // biome-ignore lint/performance/noAwaitInLoops: each expiry has an index of its own
        deleted += await inBatches({ name: noun, ...deleting(database, one, before) }, parts);
      }
      return deleted;
    };
    // biome-ignore lint/performance/noAwaitInLoops: one kind after the other
    removed[noun] = (await parts.attempt(noun, work)) ?? 0;
  }
  return { removed, failed: parts.failed };
}

function deleting({ pool }: Purging["database"], statements: Purgers, before: Date): Omit<Batches, "name"> {
  let from = "-infinity";
  return {
    mostRows: BATCH_ROWS,
    async run(most, except) {
      const values = [before, most, except, from];
      const [gone] = await settled<{ count: number; last: string | null }>(pool, statements.deletion, values);
      from = gone?.last ?? from;
      return gone?.count ?? 0;
    },
    first: async (except) =>
      (await pool.query<{ row: string }>(statements.first, [before, 1, except, from])).rows[0]?.row,
  };
}

/** The statements that delete one batch: `$1` the time, `$2` how many, `$3` which not, `$4` from which time on. */
interface Purgers {
  readonly deletion: string;
  /** Names the row that a batch would begin with. */
  readonly first: string;
}

/**
 * One pair for each expiry. A batch reads its own rows only: in the order of time, from where the batch before it
 * ended, because PostgreSQL would read again what that one deleted; and by their places, because it would read a table
 * whole to find a thousand keys. A row that another transaction changed in between is left to the next run.
 */
export const purgingStatements = ({ table, key, over, lock = LOCK }: ExpiringRows): readonly Purgers[] =>
  over.map(({ by, until = "$1", and = "true" }) => {
    // The name of a row: its key, as what is kept of a token or a name.
    const row = `md5(ROW(${key})::text)`;
    const expired = `
      FROM ${table} WHERE ${by} >= $4::timestamptz AND ${by} <= ${until} AND ${and} AND ${row} <> ALL ($3::text[])
     ORDER BY ${by} LIMIT $2`;
    const deletion = `
      WITH gone AS (
        DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid ${expired} ${lock})) RETURNING ${by} AS time)
      SELECT count(*)::int AS count, max(time)::text AS last FROM gone`;
    return { deletion, first: `SELECT ${row} AS row ${expired}` };
  });
