/**
 * The ways in: everything that lets a person in, or lets in again anyone who had access to the account. Acts that end
 * ways in, the export and the account page walk this table, so a way that is added here is covered by all of them
 * (decision 126).
 */

import { endAllOf, endSessions } from "../../platform/stores/session/ended-sessions.ts";
import type { Query } from "../../platform/stores/transaction.ts";
import { voidProofs } from "../../platform/stores/ways-in/address-proofs.ts";
import { withdrawSince } from "../sessions/consents.ts";
import { removeDependents } from "./factor-removal.ts";
import { CARRIED, type Ending, NOTHING, REGISTERED, rowsOf, type WayIn } from "./way-in.ts";

const RECOVERY_CODES = rowsOf({
  table: "recovery_code",
  section: "recovery_codes",
  columns: "number, created_at, used_at",
});

/**
 * The table. Acts walk it from the top. Sessions come first: an act that issues something holds the lock of a session,
 * and is waited for. Recovery codes come after the factors that they stand for.
 */
export const WAYS_IN: readonly WayIn[] = [
  {
    name: "sessions",
    tables: ["browser_session", "sign_in", "authorization"],
    factors: [],
    page: "sessions",
    open: `
      SELECT created_at FROM browser_session WHERE active_user_id = $1 AND expires_at > $2 AND idle_expires_at > $2`,
    exported: {
      browsers: `
        SELECT created_at, idle_expires_at, expires_at, user_agent, network FROM browser_session
         WHERE active_user_id = $1 ORDER BY created_at`,
      authorizations: `
        SELECT client_id, scopes, resource, acr, amr, auth_time, created_at, expires_at, revoked_at
          FROM "authorization" WHERE user_id = $1 ORDER BY created_at LIMIT 10000`,
    },
    ends: { ...CARRIED, "password-changed": "nothing" },
    end: signOut,
  },
  {
    name: "rememberedBrowsers",
    factors: ["remembered-device"],
    page: "second-factors",
    ends: CARRIED,
    ...rowsOf({
      table: "remembered_device",
      isOpen: "expires_at > $2",
      section: "remembered_devices",
      columns: "label, created_at, last_used_at, expires_at",
    }),
  },
  {
    name: "mailedLinks",
    factors: [],
    page: "sessions",
    ends: CARRIED,
    ...rowsOf({
      table: "address_proof",
      isOpen: "expires_at > $2",
      section: "mailed_links",
      columns: "purpose, address, created_at, expires_at, proved_at",
    }),
    end: (query, { userId, undone }) => voidProofs(query, userId, undone),
  },
  {
    name: "passkeys",
    factors: ["passkey"],
    page: "passkeys",
    ends: REGISTERED,
    ...rowsOf({
      table: "passkey",
      where: `"use" = 'sign-in'`,
      section: "passkeys",
      columns: `name, "use", transports, aaguid, backed_up, created_at, last_used_at`,
    }),
  },
  {
    name: "securityKeys",
    factors: ["security-key"],
    page: "passkeys",
    ends: REGISTERED,
    ...rowsOf({
      table: "passkey",
      where: `"use" = 'second-factor'`,
      section: "security_keys",
      columns: `name, "use", transports, aaguid, backed_up, created_at, last_used_at`,
    }),
  },
  {
    name: "apps",
    factors: ["totp"],
    page: "second-factors",
    ends: REGISTERED,
    ...rowsOf({ table: "totp_factor", section: "authenticator_apps", columns: "name, created_at, last_used_at" }),
  },
  {
    name: "recoveryCodes",
    factors: ["recovery-code"],
    page: "recovery-codes",
    ends: REGISTERED,
    ...RECOVERY_CODES,
    open: `${RECOVERY_CODES.open} AND used_at IS NULL`,
    end: async (query, ending) =>
      (await RECOVERY_CODES.end(query, ending)) + (await removeDependents(query, ending.userId)),
  },
  {
    name: "connections",
    factors: ["federated", "federated-mfa", "federated-phr"],
    page: "connections",
    ends: { ...REGISTERED, "password-reset": "all" },
    ...rowsOf({
      table: "federated_identity",
      section: "connections",
      columns: `
        (SELECT name FROM identity_provider p WHERE p.id = provider_id) AS provider, issuer, subject, created_at,
        last_used_at`,
    }),
  },
  {
    name: "applications",
    tables: ["consent"],
    factors: [],
    page: "applications",
    open: "SELECT updated_at AS created_at FROM consent WHERE user_id = $1 AND cardinality(granted_scopes) > 0",
    exported: {
      consents: `
        SELECT k.client_id, c.name AS client_name, k.resource, k.granted_scopes, k.declined_scopes, k.granted_claims,
               k.declined_claims, k.hosts, k.updated_at
          FROM consent k JOIN client c ON c.id = k.client_id WHERE k.user_id = $1 ORDER BY k.client_id`,
    },
    ends: { ...NOTHING, "address-undone": "since" },
    end: (query, { userId, since }) => withdrawSince(query, userId, since),
  },
  {
    name: "password",
    tables: ["end_user"],
    factors: ["password"],
    page: "password",
    open: `
      SELECT COALESCE(password_changed_at, created_at) AS created_at FROM end_user
       WHERE id = $1 AND password_hash IS NOT NULL`,
    exported: {},
    ends: { ...NOTHING, "address-undone": "all" },
    end: async (query, { userId, at }) => (await query(DROP_PASSWORD, [userId, at])).length,
  },
];

/**
 * Ends sessions, what was issued, and what was proved for a session that is not there yet. A request that issues
 * something locks its session's row. So after waiting for such a request, this function sees what it issued and revokes
 * it. A request that comes later finds no session.
 */
async function signOut(query: Query, { act, userId, at, sessionId }: Ending): Promise<number> {
  const sessions = await query(SESSIONS, [userId, sessionId ?? null]);
  const ids = sessions.map(({ id }) => id);
  // Access that outlives a session stays with the applications that have it, if only the sessions end. But a television
  // is where the person signed in, as a browser is.
  const onlySessions = act === "signed-out" || act === "signed-out-elsewhere";
  if (onlySessions) await endSessions(query, ids, at, { devicesOf: userId });
  else await endAllOf(query, userId, ids, at, sessionId === undefined ? {} : { except: sessionId });
  await query("DELETE FROM sign_in WHERE user_id = $1 AND session_id IS DISTINCT FROM $2", [userId, sessionId ?? null]);
  if (sessionId === undefined) await query(VOID_PROOFS, [userId, at]);
  return ids.length;
}

const SESSIONS = `
  SELECT id FROM browser_session WHERE active_user_id = $1 AND id IS DISTINCT FROM $2 ORDER BY id FOR UPDATE`;

const VOID_PROOFS = "UPDATE end_user SET access_ended_at = GREATEST(access_ended_at, $2) WHERE id = $1";

// Where a passkey signs in, the password was not enough for the change. Otherwise the person sets another by mail.
const DROP_PASSWORD = `
  UPDATE end_user SET password_hash = NULL, password_changed_at = $2, password_change_required_at = NULL
   WHERE id = $1 AND NOT EXISTS (SELECT FROM passkey p WHERE p.user_id = $1 AND p."use" = 'sign-in') RETURNING id`;
