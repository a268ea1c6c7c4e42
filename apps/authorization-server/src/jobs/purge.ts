/** Deletes expired rows in small batches, so that table size follows live use and no batch blocks others for long. */
import { type Batches, inBatches } from "./batches.ts";
import { openParts, type PartsOf } from "./parts.ts";

const BATCH_ROWS = 1000;
/** Several runs at the same time share the work. */
const LOCK = "FOR UPDATE SKIP LOCKED";

interface ExpiringRows {
  readonly table: string;
  readonly key: string;
  /** The conditions under which a row is expired at the time `$1`. Each has an index. */
  readonly over: string | readonly string[];
  readonly lock?: string;
}

/** Each kind of row that expires by itself. */
export const EXPIRED: Readonly<Record<string, ExpiringRows>> = {
  authorizations: { table: `"authorization"`, key: "id", over: "expires_at <= $1" },
  sessions: { table: "browser_session", key: "id", over: ["expires_at <= $1", "idle_expires_at <= $1"] },
  refreshTokens: { table: "refresh_token", key: "token_hash", over: "idle_expires_at <= $1" },
  // Verification tolerates clock differences, and accepts a token for a few seconds after its exp.
  revokedAccessTokens: {
    table: "revoked_access_token",
    key: "jti",
    over: "expires_at <= $1::timestamptz - interval '1 hour'",
  },
  // After a day a delivery is useless, even if it failed: the last attempt is made within an hour.
  logoutDeliveries: {
    table: "logout_delivery",
    key: "id",
    over: ["delivered_at <= $1", "delivered_at IS NULL AND created_at <= $1::timestamptz - interval '1 day'"],
  },
  usedProviderLogouts: { table: "used_provider_logout", key: "token_hash", over: "expires_at <= $1" },
  addressProofs: { table: "address_proof", key: "id", over: "expires_at <= $1" },
  // An operator can look up for a day what became of a mail.
  mails: {
    table: "mail_delivery",
    key: "id",
    over: "next_attempt_at IS NULL AND expires_at <= $1::timestamptz - interval '1 day'",
  },
  // What became of an event can be looked up, and the event replayed, for 30 days.
  webhookDeliveries: {
    table: "webhook_delivery",
    key: "id",
    over: "created_at <= $1::timestamptz - interval '30 days'",
  },
  rememberedDevices: { table: "remembered_device", key: "id", over: "expires_at <= $1" },
  retiredUsernames: { table: "retired_username", key: "username_hash", over: "until <= $1" },
  idempotencyKeys: { table: "idempotency_key", key: "caller, key", over: "expires_at <= $1" },
  // One that nobody started has password hashes that nobody needs. The report of the others stays for a month.
  imports: {
    table: "import_job",
    key: "id",
    over: `finished_at <= $1::timestamptz - interval '30 days'
     OR (state IN ('receiving', 'checked') AND updated_at <= $1::timestamptz - interval '1 day')`,
  },
  invitations: { table: "invitation", key: "id", over: "expires_at <= $1" },
  organizationInvitations: { table: "organization_invitation", key: "id", over: "expires_at <= $1" },
  scimTokens: { table: "scim_token", key: "id", over: "expires_at <= $1" },
  initialAccessTokens: { table: "initial_access_token", key: "id", over: "expires_at <= $1" },
  // As long as a day may be counted again.
  hourlyStatistics: {
    table: "hourly_statistic",
    key: "hour, name",
    over: "hour <= $1::timestamptz - interval '40 days'",
  },
  // An operator can look up for a day why a client was refused.
  refusedRequests: {
    table: "refused_request",
    key: "id",
    over: "last_at <= $1::timestamptz - interval '1 day'",
  },
  // A part of a job that is not tried again: its account was kept, or its row is gone.
  jobFailures: {
    table: "job_failure",
    key: "job, part",
    over: "next_attempt_at <= $1::timestamptz - interval '2 days'",
  },
};

/**
 * Audit events expire after the number of days that the deployment sets. The database refuses to delete an event that
 * is less than four weeks old by its own clock. Nobody may change an event, so nobody may lock one. Therefore one run
 * at a time deletes them, and other runs find none.
 */
const AUDIT_EVENTS: ExpiringRows = {
  table: "audit_event",
  key: "id",
  over: `at <= $1 AND at < now() - interval '4 weeks'
     AND (SELECT pg_try_advisory_xact_lock(hashtext('countersign audit purge')))`,
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
      for (const over of [rows.over].flat()) {
        // biome-ignore lint/performance/noAwaitInLoops: each condition has an index of its own
        deleted += await inBatches({ name: noun, ...deleting(database, { ...rows, over }, before) }, parts);
      }
      return deleted;
    };
    // biome-ignore lint/performance/noAwaitInLoops: one kind after the other
    removed[noun] = (await parts.attempt(noun, work)) ?? 0;
  }
  return { removed, failed: parts.failed };
}

type ExpiringBy = ExpiringRows & { readonly over: string };

function deleting({ pool }: Purging["database"], rows: ExpiringBy, before: Date): Omit<Batches, "name"> {
  const [deletion, first] = [deletionOf(rows), firstOf(rows)];
  return {
    mostRows: BATCH_ROWS,
    run: async (most, except) => (await pool.query(deletion, [before, most, except])).rowCount ?? 0,
    first: async (except) => (await pool.query<{ row: string }>(first, [before, 1, except])).rows[0]?.row,
  };
}

/** The name of a row: its key, as what is kept of a token or a name. */
const rowOf = ({ key }: ExpiringBy) => `md5(ROW(${key})::text)`;

const expired = (rows: ExpiringBy) =>
  `FROM ${rows.table} WHERE (${rows.over}) AND ${rowOf(rows)} <> ALL ($3::text[]) LIMIT $2`;

function deletionOf(rows: ExpiringBy): string {
  const batch = `SELECT ${rows.key} ${expired(rows)} ${rows.lock ?? LOCK}`;
  return `DELETE FROM ${rows.table} WHERE (${rows.key}) IN (${batch})`;
}

const firstOf = (rows: ExpiringBy) => `SELECT ${rowOf(rows)} AS row ${expired(rows)}`;
