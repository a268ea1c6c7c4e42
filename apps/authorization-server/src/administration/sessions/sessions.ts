/** Ends sessions of people: their own browsers, or those of others, for example after a compromise. */
import type { Database } from "@countersign/database";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { recordAudits } from "../../platform/stores/audit/audit-rows.ts";
import { endSessions } from "../../platform/stores/session/ended-sessions.ts";
import { inTransaction, type Query, type WithPool } from "../../platform/stores/transaction.ts";
import { endWaysIn } from "../ways-in/walked-ways.ts";

const MOST_AT_ONCE = 500;

/**
 * Ends the sessions of a person, with what else their browsers and mails hold: a stolen laptop is no longer
 * remembered. Or ends the sessions of everyone: each transaction ends up to 500 and writes their audit rows, and a
 * session of a sign-in that happens in the meantime may be ended as well.
 *
 * @returns how many sessions ended
 */
export async function endSessionsOf({ pool }: WithPool, userId: string | undefined, by: By): Promise<number> {
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
  { pool }: WithPool,
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

/** Ends locked sessions with their audit rows, and returns how many. */
async function endFound(query: Query, found: readonly Readonly<Record<string, unknown>>[], by: By): Promise<number> {
  const ids = found.map(({ id }) => id);
  await endSessions(query, ids, by.at);
  await recordAudits(
    query,
    found.map(({ userId }) => ({ type: "session_ended", userId: String(userId), ...by })),
  );
  return found.length;
}

/**
 * Ends all sessions of a person but one. Things that another browser may have prepared end, too: a pending change of
 * address, mailed links, and remembered browsers.
 *
 * @returns how many sessions ended
 */
export function endOtherSessions(
  { pool }: WithPool,
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

const LOCK_ONE = "SELECT id FROM browser_session WHERE active_user_id = $1 AND id::text = lower($2) FOR UPDATE";

const endSome = (pool: Database["pool"], by: By) =>
  inTransaction(pool, async (query) => endFound(query, await query(LOCK, [MOST_AT_ONCE]), by));

// The rows are locked in one order, so that two of these commands never deadlock.
const LOCK = `
  SELECT id, active_user_id AS "userId" FROM browser_session ORDER BY id LIMIT $1 FOR UPDATE`;
