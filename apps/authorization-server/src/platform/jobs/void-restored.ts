/** Makes a database that went back in time safe: nothing that was used or ended since then is valid again. */
import { type By, recordAudit } from "../stores/audit/audit-events.ts";
import { inTransaction, type WithPool } from "../stores/transaction.ts";

/** What is void after a restore, and how many rows it was. */
export type Voided = Readonly<Record<keyof typeof VOID, number>>;

/**
 * Ends everything that may have been used, revoked or sent since the backup: the database does not know what was.
 * People keep their passwords, passkeys and authenticator apps. The service makes signing keys when it starts.
 *
 * Each part is a transaction by itself, so that no size is too large: a run that breaks off has done what it did, and
 * the next one does the rest. From the beginning until `endRestore`, services are not ready.
 */
export async function voidRestored({ pool }: WithPool, { at }: By): Promise<void> {
  await pool.query("INSERT INTO unfinished_restore (began_at) VALUES ($1) ON CONFLICT DO NOTHING", [at]);
  for (const [noun, rows] of Object.entries(VOID)) {
    // biome-ignore lint/performance/noAwaitInLoops: one kind after the other
    await voidRows(pool, noun, rows, at);
  }
}

/**
 * What `voidRestored` left, by its kind. A service that runs meanwhile may add or move a row behind it.
 *
 * @param by the same as for `voidRestored`
 */
export async function leftOfRestore({ pool }: WithPool, { at }: By): Promise<readonly string[]> {
  const left: string[] = [];
  for (const [noun, { table, where }] of Object.entries(VOID).filter(([, { where: all }]) => all !== "true")) {
    const text = `SELECT EXISTS (SELECT FROM ${table} WHERE ${where}) AS some, $1::timestamptz AS time`;
    // biome-ignore lint/performance/noAwaitInLoops: one kind after the other
    const { rows } = await pool.query<{ some: boolean }>(text, [at]);
    if (rows[0]?.some) left.push(noun);
  }
  return left;
}

/**
 * Lets services be ready again, and records what all runs together have made void.
 *
 * @param to the time of the backup, for the audit log
 */
export function endRestore({ pool }: WithPool, to: Date, by: By): Promise<Voided> {
  return inTransaction(pool, async (query) => {
    const [ended] = await query("DELETE FROM unfinished_restore RETURNING voided", []);
    const counted = ended?.voided as Partial<Voided> | undefined;
    const voided = Object.fromEntries(NOUNS.map((noun) => [noun, counted?.[noun] ?? 0])) as Voided;
    await recordAudit(query, { type: "deployment_restored", ...by, detail: { to: to.toISOString(), ...voided } });
    return voided;
  });
}

/** Rows that are void. Without what to set, they are deleted. `$1` is the time of the command. */
interface VoidRows {
  readonly table: string;
  readonly set?: string;
  readonly where: string;
}

/** A part has the rows of so many pages of 8 KB: some thousands. */
const PART_PAGES = 1024;
/** A row that a service changes meanwhile moves to another page, where the next pass finds it. */
const MOST_PASSES = 5;

/**
 * Goes through a table from its first page to its last one: each page is read and written once, and a part finds its
 * rows without an index. What a part writes comes after the last page, or is void already.
 */
async function voidRows(pool: WithPool["pool"], noun: string, { table, set, where }: VoidRows, at: Date) {
  const act = set === undefined ? `DELETE FROM ${table}` : `UPDATE ${table} SET ${set}`;
  const part = `
    WITH void AS (${act} WHERE (${where}) AND ctid >= $2::tid AND ctid < $3::tid RETURNING 1),
         n AS (SELECT count(*)::int AS n FROM void),
         noted AS (UPDATE unfinished_restore
                      SET voided = voided || jsonb_build_object($4::text, coalesce((voided ->> $4)::bigint, 0) + n.n)
                     FROM n WHERE n.n > 0)
    SELECT n.n FROM n, (SELECT $1::timestamptz) AS time`;
  for (let pass = 0, found = 1; found > 0 && pass < MOST_PASSES; pass += 1) {
    found = 0;
    // biome-ignore lint/performance/noAwaitInLoops: a pass follows what the one before it moved
    const pages = await pagesOf(pool, table);
    for (let page = 0; page < pages; page += PART_PAGES) {
      const values = [at, `(${page},0)`, `(${page + PART_PAGES},0)`, noun];
      // biome-ignore lint/performance/noAwaitInLoops: one part after the other, in the order of the pages
      found += await inTransaction(pool, async (query) => {
        await query(WITHOUT_TRIGGER, []);
        return Number((await query(part, values))[0]?.n);
      });
    }
  }
}

async function pagesOf(pool: WithPool["pool"], table: string): Promise<number> {
  const text = "SELECT (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int AS pages";
  return (await pool.query<{ pages: number }>(text, [table])).rows[0]?.pages ?? 0;
}

/** What was exchanged from an authorization ends with it: all of them end here. */
const WITHOUT_TRIGGER = "SET LOCAL countersign.restoring = 'on'";

const NOW_STEP = "floor(extract(epoch FROM $1::timestamptz) / 30) + 1";

// What is small and opens most comes first: the rest of a run that breaks off is signed with keys that are gone.
const VOID = {
  // One may have been removed because it leaked.
  signingKeys: { table: "signing_key", where: "created_at <= $1" },
  initialAccessTokens: { table: "initial_access_token", set: "expires_at = $1", where: "expires_at > $1" },
  // Links and codes by mail, and invitations: a mailbox may have them still.
  addressProofs: { table: "address_proof", where: "created_at <= $1" },
  invitations: { table: "invitation", where: "created_at <= $1" },
  organizationInvitations: { table: "organization_invitation", where: "created_at <= $1" },
  // Deliveries that waited at the time of the backup were sent long ago.
  mails: { table: "mail_delivery", where: "next_attempt_at IS NOT NULL AND created_at <= $1" },
  webhookDeliveries: { table: "webhook_delivery", where: "next_attempt_at IS NOT NULL AND created_at <= $1" },
  logoutDeliveries: { table: "logout_delivery", where: "created_at <= $1" },
  idempotencyKeys: { table: "idempotency_key", where: "created_at <= $1" },
  // Requests under way, and what was used: a dump has these tables, although they are not logged.
  ephemeralEntries: { table: "ephemeral_entry", where: "true" },
  ephemeralMembers: { table: "ephemeral_member", where: "true" },
  limits: { table: "rate_limit", where: "true" },
  rememberedDevices: { table: "remembered_device", where: "created_at <= $1" },
  sessions: { table: "browser_session", set: "expires_at = LEAST(expires_at, $1)", where: "expires_at > $1" },
  // The database forgot which codes of apps were used: those that are valid now are void. A step is 30 seconds.
  codesOfApps: { table: "totp_factor", set: `last_step = ${NOW_STEP}`, where: `last_step < ${NOW_STEP}` },
  recoveryCodes: { table: "recovery_code", set: "used_at = $1", where: "used_at IS NULL" },
  // Codes, access tokens and refresh tokens. Any of them may have been redeemed, replaced or revoked.
  authorizations: { table: `"authorization"`, set: "revoked_at = $1", where: "revoked_at IS NULL" },
} satisfies Readonly<Record<string, VoidRows>>;

const NOUNS = Object.keys(VOID) as (keyof Voided)[];
