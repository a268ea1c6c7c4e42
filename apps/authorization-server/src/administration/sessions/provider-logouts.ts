/** Ends sessions that began at a provider, as its logout tokens say (OIDC Back-Channel Logout §2.7). */
import type { By } from "../../platform/stores/audit/audit-events.ts";
import { recordAudits } from "../../platform/stores/audit/audit-rows.ts";
import { type ProviderLogoutToken, spendProviderLogouts } from "../../platform/stores/client/once/provider-logouts.ts";
import { endSessions } from "../../platform/stores/session/ended-sessions.ts";
import { inTransaction, type Query, type WithPool } from "../../platform/stores/transaction.ts";

const MOST_AT_ONCE = 500;

/** The sessions that a logout token of a provider means. */
export interface ProviderLogout {
  readonly token: ProviderLogoutToken;
  /** With `sid`, those of one session there; with `userId`, those of a person; undefined means none. */
  readonly meant: { readonly userId?: string | undefined; readonly sid?: string | undefined } | undefined;
  readonly by: By;
}

/** They mean more sessions than one transaction ends: each of these tokens needs one of its own. */
class TooManySessions extends Error {}

/**
 * Spends logout tokens, and ends the sessions that began at their provider and that they mean, in one transaction. Up
 * to 500 end. Throws `TooManySessions` if several tokens mean more.
 *
 * @returns for each token how many sessions ended; undefined if it was spent before, and then none ended
 */
export function endSessionsFrom(
  { pool }: WithPool,
  providerId: string,
  logouts: readonly ProviderLogout[],
): Promise<readonly (number | undefined)[]> {
  return inTransaction(pool, async (query) => {
    const tokens = logouts.map(({ token }) => token);
    const spent = await spendProviderLogouts(query, providerId, tokens);
    const found = await lockSessions(query, providerId, logouts, spent);
    await endFound(query, found, providerId, logouts);
    return logouts.map((_, at) => (spent.has(at) ? found.filter(({ ordinal }) => ordinal === at).length : undefined));
  });
}

interface Found {
  readonly id: string;
  readonly userId: string;
  /** The first of the tokens that means the session. */
  readonly ordinal: number;
}

async function lockSessions(
  query: Query,
  providerId: string,
  logouts: readonly ProviderLogout[],
  spent: ReadonlySet<number>,
): Promise<readonly Found[]> {
  const all = logouts.flatMap(({ meant }, ordinal) => {
    if (meant === undefined || !spent.has(ordinal)) return [];
    const { userId, sid } = meant;
    const provider = { id: providerId, ...(sid !== undefined && { sid }) };
    return [{ ordinal, userId, proof: [{ factor: "federated", provider }] }];
  });
  if (all.length === 0) return [];
  const meant = JSON.stringify(all);
  await query(LOCK_PEOPLE, [meant]);
  const meantBy = (await query(FIND_SESSIONS, [meant, MOST_AT_ONCE])) as unknown as Pick<Found, "id" | "ordinal">[];
  if (meantBy.length === MOST_AT_ONCE && logouts.length > 1) throw new TooManySessions();
  // Values that were read before a lock may have changed while it was waited for, so the owner is read after the lock.
  const ids = meantBy.map(({ id }) => id);
  const owners = (await query(LOCK_SESSIONS, [ids])) as unknown as Pick<Found, "id" | "userId">[];
  const ordinals = new Map(meantBy.map(({ id, ordinal }) => [id, ordinal]));
  return owners.map(({ id, userId }) => ({ id, userId, ordinal: ordinals.get(id) ?? 0 }));
}

async function endFound(
  query: Query,
  found: readonly Found[],
  providerId: string,
  logouts: readonly ProviderLogout[],
): Promise<void> {
  const at = logouts[0]?.by.at;
  if (at === undefined || found.length === 0) return;
  const ids = found.map(({ id }) => id);
  await endSessions(query, ids, at);
  const events = found.flatMap(({ userId, ordinal }) => {
    const by = logouts[ordinal]?.by;
    return by === undefined ? [] : [{ type: "session_ended" as const, userId, ...by, detail: { providerId } }];
  });
  await recordAudits(query, events);
}

// The condition without a parameter is that of the index. OFFSET 0 keeps PostgreSQL from planning for all tokens
// together, which in a database without statistics means reading the whole table.
const MEANT = `
  FROM jsonb_to_recordset($1) AS t (ordinal integer, proof jsonb, "userId" uuid)
 CROSS JOIN LATERAL (
       SELECT i.session_id FROM sign_in i
        WHERE i.proofs @> '[{"factor": "federated"}]' AND i.proofs @> t.proof
          AND (t."userId" IS NULL OR i.user_id = t."userId") OFFSET 0) m`;

// The people come first (decision 131): an act upon one of them ends their sessions in an order of its own.
const LOCK_PEOPLE = `
  SELECT FROM end_user
   WHERE id IN (SELECT s.active_user_id FROM browser_session s WHERE s.id IN (SELECT m.session_id ${MEANT}))
   ORDER BY id FOR NO KEY UPDATE`;

const FIND_SESSIONS = `SELECT m.session_id AS id, min(t.ordinal) AS ordinal ${MEANT} GROUP BY 1 ORDER BY 1 LIMIT $2`;

const LOCK_SESSIONS = `
  SELECT id, active_user_id AS "userId" FROM browser_session WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE`;
