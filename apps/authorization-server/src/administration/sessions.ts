/** Ends sessions of people: their own browsers, or those of others, for example after a compromise. */
import type { Database } from "@countersign/database";
import { type AuditEvent, type By, recordAudit } from "../stores/audit-events.ts";
import { recordAudits } from "../stores/audit-rows.ts";
import { type ProviderLogoutToken, spendProviderLogout } from "../stores/client/provider-logouts.ts";
import { endSessions } from "../stores/person/ended-sessions.ts";
import { inTransaction, type Query } from "../stores/transaction.ts";
import { endWaysIn } from "./walked-ways.ts";

const MOST_AT_ONCE = 500;

/**
 * Ends the sessions of a person, with what their browsers and mails hold besides: a stolen laptop is no longer
 * remembered. Or ends the sessions of everybody: each transaction ends up to 500 and writes their audit rows, and a
 * session of a sign-in that happens meanwhile may be ended as well.
 *
 * @returns how many sessions ended
 */
export async function endSessionsOf(
  { pool }: Pick<Database, "pool">,
  userId: string | undefined,
  by: By,
): Promise<number> {
  if (userId !== undefined) return signOut(pool, { act: "signed-out", userId }, by);
  let ended = 0;
  // biome-ignore lint/performance/noAwaitInLoops: five hundred at a time, each in a transaction of its own
  for (let last = MOST_AT_ONCE; last === MOST_AT_ONCE; ended += last) last = await endSome(pool, by);
  return ended;
}

/**
 * Ends one session of a person. Returns false if it has ended before, or is another person's.
 *
 * @param userId the person whose session it must be
 */
export function endSessionOf(
  { pool }: Pick<Database, "pool">,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  by: By,
): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    if ((await query(LOCK_ONE, [userId, sessionId])).length === 0) return false;

    await endSessions(query, [sessionId], by.at);
    await recordAudit(query, { type: "session_ended", userId, ...by });
    return true;
  });
}

/** The sessions that a logout token of a provider means. */
export interface ProviderLogout {
  readonly providerId: string;
  readonly token: ProviderLogoutToken;
  /** With `sid`, those of one session there; with `userId`, those of a person; undefined means none. */
  readonly meant: { readonly userId?: string | undefined; readonly sid?: string | undefined } | undefined;
}

/**
 * Spends a logout token, and ends the sessions that began at its provider and that it means. Up to 500 end.
 *
 * @returns how many sessions ended; undefined if the token was spent before, and then no session ended
 */
export function endSessionsFrom(
  { pool }: Pick<Database, "pool">,
  { providerId, token, meant }: ProviderLogout,
  by: By,
): Promise<number | undefined> {
  return inTransaction(pool, async (query) => {
    if (!(await spendProviderLogout(query, providerId, token))) return undefined;
    if (meant === undefined) return 0;

    const { userId = null, sid } = meant;
    const provider = { id: providerId, ...(sid !== undefined && { sid }) };
    const proof = JSON.stringify([{ factor: "federated", provider }]);
    await query(LOCK_PEOPLE_FROM, [proof, userId]);
    return endFound(query, await query(LOCK_FROM, [proof, userId, MOST_AT_ONCE]), by, { providerId });
  });
}

/** Ends locked sessions with their audit rows, and returns how many. */
async function endFound(
  query: Query,
  found: readonly Readonly<Record<string, unknown>>[],
  by: By,
  detail: AuditEvent["detail"] = {},
): Promise<number> {
  const ids = found.map(({ id }) => id);
  await endSessions(query, ids, by.at);
  await recordAudits(
    query,
    found.map(({ userId }) => ({ type: "session_ended", userId: String(userId), ...by, detail })),
  );
  return found.length;
}

// The condition without a parameter is that of the index.
const FROM_PROVIDER = `
  FROM browser_session s
 WHERE s.id IN (SELECT session_id FROM sign_in i
                 WHERE i.proofs @> '[{"factor": "federated"}]' AND i.proofs @> $1::jsonb
                   AND ($2::uuid IS NULL OR i.user_id = $2))`;

// The people come first (decision 131): an act upon one of them ends their sessions in an order of its own.
const LOCK_PEOPLE_FROM = `
  SELECT FROM end_user WHERE id IN (SELECT s.active_user_id ${FROM_PROVIDER}) ORDER BY id FOR NO KEY UPDATE`;

const LOCK_FROM = `
  SELECT s.id, s.active_user_id AS "userId" ${FROM_PROVIDER} ORDER BY s.id LIMIT $3 FOR UPDATE`;

/**
 * Ends all sessions of a person but one. What another browser may have prepared ends, too: a pending change of address,
 * mailed links, and remembered browsers.
 *
 * @returns how many sessions ended
 */
export function endOtherSessions(
  { pool }: Pick<Database, "pool">,
  { userId, keptId }: { readonly userId: string; readonly keptId: string },
  by: By,
): Promise<number> {
  return signOut(pool, { act: "signed-out-elsewhere", userId, sessionId: keptId }, by);
}

const signOut = (
  pool: Database["pool"],
  signingOut: {
    readonly act: "signed-out" | "signed-out-elsewhere";
    readonly userId: string;
    readonly sessionId?: string;
  },
  by: By,
): Promise<number> =>
  inTransaction(pool, async (query) => {
    const { sessions = 0 } = await endWaysIn(query, { ...signingOut, at: by.at });
    const { userId } = signingOut;
    await recordAudits(
      query,
      Array.from({ length: sessions }, () => ({ type: "session_ended", userId, ...by })),
    );
    return sessions;
  });

/**
 * Whether a session of a person still exists, in the transaction of an act. The caller holds the lock of the person, as
 * acts that end all sessions do. So an act that was begun in a session that they ended does nothing.
 */
export async function hasSession(query: Query, userId: string, sessionId: string): Promise<boolean> {
  const found = await query("SELECT FROM browser_session WHERE active_user_id = $1 AND id = $2", [userId, sessionId]);
  return found.length > 0;
}

const LOCK_ONE = "SELECT id FROM browser_session WHERE active_user_id = $1 AND id::text = $2 FOR UPDATE";

const endSome = (pool: Database["pool"], by: By) =>
  inTransaction(pool, async (query) => endFound(query, await query(LOCK, [MOST_AT_ONCE]), by));

// The rows are locked in one order, so that two of these commands never deadlock.
const LOCK = `
  SELECT id, active_user_id AS "userId" FROM browser_session ORDER BY id LIMIT $1 FOR UPDATE`;
