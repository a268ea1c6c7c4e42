/** Ends sessions of people: their own browsers, or those of others, for example after a compromise. */
import type { Database } from "@countersign/database";
import { type By, recordAudit } from "../stores/audit-events.ts";
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

/**
 * Ends the sessions that began at a provider: with `sid`, those of one session there; with `userId`, those of a person.
 * Up to 500 end.
 *
 * @param last what follows in the same transaction: if it throws, no session ends
 * @returns how many sessions ended
 */
export function endSessionsFrom(
  { pool }: Pick<Database, "pool">,
  {
    providerId,
    userId,
    sid,
    last,
  }: {
    readonly providerId: string;
    readonly userId?: string | undefined;
    readonly sid?: string | undefined;
    readonly last: () => Promise<void>;
  },
  by: By,
): Promise<number> {
  const proof = JSON.stringify([
    { factor: "federated", provider: { id: providerId, ...(sid !== undefined && { sid }) } },
  ]);
  return inTransaction(pool, async (query) => {
    const found = await query(LOCK_FROM, [proof, userId ?? null, MOST_AT_ONCE]);
    await endSessions(
      query,
      found.map(({ id }) => id),
      by.at,
    );
    for (const session of found) {
      const detail = { providerId };
      await recordAudit(query, { type: "session_ended", userId: session.userId as string, ...by, detail });
    }
    await last();
    return found.length;
  });
}

// The condition without a parameter is that of the index.
const LOCK_FROM = `
  SELECT s.id, s.active_user_id AS "userId" FROM browser_session s
   WHERE s.id IN (SELECT session_id FROM sign_in i
                   WHERE i.proofs @> '[{"factor": "federated"}]' AND i.proofs @> $1::jsonb
                     AND ($2::uuid IS NULL OR i.user_id = $2))
   ORDER BY s.id LIMIT $3 FOR UPDATE`;

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
    for (let count = 0; count < sessions; count++) {
      await recordAudit(query, { type: "session_ended", userId: signingOut.userId, ...by });
    }
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
  inTransaction(pool, async (query) => {
    const found = await query(LOCK, [MOST_AT_ONCE]);
    const ids = found.map(({ id }) => id);
    await endSessions(query, ids, by.at);
    for (const session of found) {
      await recordAudit(query, { type: "session_ended", userId: session.userId as string, ...by });
    }
    return ids.length;
  });

// The rows are locked in one order, so that two of these commands never deadlock.
const LOCK = `
  SELECT id, active_user_id AS "userId" FROM browser_session ORDER BY id LIMIT $1 FOR UPDATE`;
