/** Makes a database that went back in time safe: nothing that was used or ended since then is valid again. */
import type { Database } from "@countersign/database";
import { type By, recordAudit } from "../stores/audit/audit-events.ts";
import { inTransaction } from "../stores/transaction.ts";

/** What is void after a restore, and how many rows it was. */
export type Voided = Readonly<Record<keyof typeof VOID, number>>;

/**
 * Ends everything that may have been used, revoked or sent since the backup, in one transaction: the database does not
 * know what was. People keep their passwords, passkeys and authenticator apps. The service makes signing keys when it
 * starts.
 *
 * @param to the time of the backup, for the audit log
 */
export function voidRestored({ pool }: Pick<Database, "pool">, to: Date, by: By): Promise<Voided> {
  return inTransaction(pool, async (query) => {
    const counts: [string, number][] = [];
    for (const [noun, statement] of Object.entries(VOID)) {
      // biome-ignore lint/performance/noAwaitInLoops: one transaction, in the order of its locks
      const [row] = await query(`WITH void AS (${statement} RETURNING 1) SELECT count(*)::int AS n FROM void`, [by.at]);
      counts.push([noun, Number(row?.n)]);
    }
    const voided = Object.fromEntries(counts) as Voided;
    await recordAudit(query, { type: "deployment_restored", ...by, detail: { to: to.toISOString(), ...voided } });
    return voided;
  });
}

// `$1` is the time of the command.
const VOID = {
  // Codes, access tokens and refresh tokens. Any of them may have been redeemed, replaced or revoked.
  authorizations: `UPDATE "authorization" SET revoked_at = $1 WHERE revoked_at IS NULL`,
  sessions: "UPDATE browser_session SET expires_at = LEAST(expires_at, $1) WHERE expires_at > $1",
  // Links and codes by mail, and invitations: a mailbox may have them still.
  addressProofs: "DELETE FROM address_proof WHERE created_at <= $1",
  invitations: "DELETE FROM invitation WHERE created_at <= $1",
  organizationInvitations: "DELETE FROM organization_invitation WHERE created_at <= $1",
  recoveryCodes: "UPDATE recovery_code SET used_at = $1 WHERE used_at IS NULL",
  // The database forgot which codes of apps were used: those that are valid now are void. A step is 30 seconds.
  codesOfApps: `UPDATE totp_factor SET last_step = floor(extract(epoch FROM $1::timestamptz) / 30) + 1
                 WHERE last_step < floor(extract(epoch FROM $1::timestamptz) / 30) + 1`,
  rememberedDevices: "DELETE FROM remembered_device WHERE created_at <= $1",
  initialAccessTokens: "UPDATE initial_access_token SET expires_at = $1 WHERE expires_at > $1",
  // One may have been removed because it leaked.
  signingKeys: "DELETE FROM signing_key WHERE created_at <= $1",
  // Deliveries that waited at the time of the backup were sent long ago.
  mails: "DELETE FROM mail_delivery WHERE next_attempt_at IS NOT NULL AND created_at <= $1",
  webhookDeliveries: "DELETE FROM webhook_delivery WHERE next_attempt_at IS NOT NULL AND created_at <= $1",
  logoutDeliveries: "DELETE FROM logout_delivery WHERE created_at <= $1",
  idempotencyKeys: "DELETE FROM idempotency_key WHERE created_at <= $1",
  // Requests under way, and what was used: a dump has these tables, although they are not logged.
  ephemeralEntries: "DELETE FROM ephemeral_entry WHERE $1::timestamptz IS NOT NULL",
  ephemeralMembers: "DELETE FROM ephemeral_member WHERE $1::timestamptz IS NOT NULL",
  limits: "DELETE FROM rate_limit WHERE $1::timestamptz IS NOT NULL",
} as const;
