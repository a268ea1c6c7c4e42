/** Deletes expired rows in small batches, so that table size follows live use and no batch blocks others for long. */
import type { Database } from "@countersign/database";

const BATCH_ROWS = 1000;
/** Several runs at the same time share the work. */
const LOCK = "FOR UPDATE SKIP LOCKED";

/** Each kind of row that expires by itself, and the condition under which a row is expired at the time `$1`. */
const EXPIRED: Readonly<Record<string, { table: string; key: string; over: string }>> = {
  authorizations: { table: `"authorization"`, key: "id", over: "expires_at <= $1" },
  sessions: { table: "browser_session", key: "id", over: "expires_at <= $1 OR idle_expires_at <= $1" },
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
    over: "delivered_at IS NOT NULL OR created_at <= $1::timestamptz - interval '1 day'",
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
};

/**
 * Audit events expire after the number of days that the deployment sets. The database refuses to delete an event that
 * is less than four weeks old by its own clock. Nobody may change an event, so nobody may lock one. Therefore one run
 * at a time deletes them, and other runs find none.
 */
const AUDIT_EVENTS = {
  table: "audit_event",
  key: "id",
  over: `at <= $1 AND at < now() - interval '4 weeks'
     AND (SELECT pg_try_advisory_xact_lock(hashtext('countersign audit purge')))`,
  lock: "",
};

const DAY_MILLISECONDS = 86_400_000;

/** Purges every kind of row until nothing expired is left. Returns how many rows were deleted. */
export async function purge(
  { pool }: Pick<Database, "pool">,
  now: Date,
  { auditRetentionDays }: { auditRetentionDays: number },
): Promise<Readonly<Record<string, number>>> {
  const oldest = new Date(now.getTime() - auditRetentionDays * DAY_MILLISECONDS);
  const nouns = Object.entries(EXPIRED).map(([noun, rows]) => ({ noun, ...rows, lock: LOCK, before: now }));

  const removed: Record<string, number> = {};
  for (const { noun, table, key, over, lock, before } of [
    ...nouns,
    { noun: "auditEvents", ...AUDIT_EVENTS, before: oldest },
  ]) {
    removed[noun] = 0;
    let rows: number;
    do {
      const batch = `SELECT ${key} FROM ${table} WHERE ${over} LIMIT ${BATCH_ROWS} ${lock}`;
      // biome-ignore lint/performance/noAwaitInLoops: a batch at a time
      const { rowCount } = await pool.query(`DELETE FROM ${table} WHERE (${key}) IN (${batch})`, [before]);
      rows = rowCount ?? 0;
      removed[noun] += rows;
    } while (rows === BATCH_ROWS);
  }
  return removed;
}
