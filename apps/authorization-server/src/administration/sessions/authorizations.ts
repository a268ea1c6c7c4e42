/** Revokes what was issued to others, for example after a compromise. */
import type { Database } from "@countersign/database";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { isLockTimeout, lockCreationOf } from "../../platform/stores/issued/creation-locks.ts";
import { inTransaction, type WithPool } from "../../platform/stores/transaction.ts";

const MOST_AT_ONCE = 1000;

const TRIES = 3;

/** Restricts an act to one person or one client; `undefined` restricts nothing. */
export interface Whose {
  readonly userId: string | undefined;
  readonly clientId: string | undefined;
}

/**
 * Revokes every live authorization of these: its code, access tokens and refresh tokens. If no person is given, this
 * includes what clients got for themselves. Each transaction revokes up to a thousand, with an audit row that says how
 * many. Authorizations that are being created when this begins are waited for.
 *
 * @param options.pause waits between two attempts to lock the table, so that the statements that queued behind the
 *   first attempt run
 * @returns how many were revoked; `undefined`, with nothing revoked, if VACUUM or CREATE INDEX kept the table locked
 */
export async function revokeAuthorizations(
  { pool }: WithPool,
  whose: Whose,
  { pause, ...by }: By & { readonly pause: () => Promise<void> },
): Promise<number | undefined> {
  if (!(await waitForCreation(pool, whose, pause))) return undefined;

  // A batch begins after the last one: what was revoked stays in the table, and is not read again.
  const live = await inBatches((after) =>
    revokeSome(pool, { text: REVOKE, values: [whose.userId ?? null, by.at, after] }, whose, by),
  );
  if (whose.userId !== undefined) return live;
  return live + (await inBatches(() => revokeSome(pool, { text: END_STANDING, values: [] }, whose, by)));
}

/** @param batch revokes the next ones after this id, and returns theirs */
async function inBatches(batch: (after: string | null) => Promise<readonly string[]>): Promise<number> {
  let revoked = 0;
  let after: string | null = null;
  for (;;) {
    // biome-ignore lint/performance/noAwaitInLoops: a thousand at a time, each in a transaction of its own
    const ids = await batch(after);
    revoked += ids.length;
    if (ids.length < MOST_AT_ONCE) return revoked;
    after = ids.toSorted().at(-1) ?? null;
  }
}

// A separate transaction, so that no request waits for the many revocations after it.
async function waitForCreation(pool: Database["pool"], whose: Whose, pause: () => Promise<void>): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      // biome-ignore lint/performance/noAwaitInLoops: one lock, tried a few times
      await inTransaction(pool, (query) => lockCreationOf(query, whose));
      return true;
    } catch (err) {
      if (!isLockTimeout(err)) throw err;
      if (tries === TRIES) return false;
    }
    await pause();
  }
}

function revokeSome(
  pool: Database["pool"],
  { text, values }: { readonly text: string; readonly values: readonly unknown[] },
  { userId, clientId }: Whose,
  by: By,
): Promise<readonly string[]> {
  return inTransaction(pool, async (query) => {
    const ids = (await query(text, [clientId ?? null, MOST_AT_ONCE, ...values])).map(({ id }) => String(id));
    const detail = { revoked: ids.length };
    if (ids.length > 0) await recordAudit(query, { type: "authorizations_revoked", userId, clientId, ...by, detail });
    return ids;
  });
}

const REVOKE = `
  UPDATE "authorization" SET revoked_at = $4
   WHERE id IN (SELECT id FROM "authorization"
                 WHERE user_id IS NOT NULL AND revoked_at IS NULL AND expires_at > $4
                   AND ($1::text IS NULL OR client_id = $1) AND ($3::uuid IS NULL OR user_id = $3)
                   AND ($5::uuid IS NULL OR id > $5)
                 ORDER BY id LIMIT $2 FOR NO KEY UPDATE)
  RETURNING id`;

// The client's next token creates another row. All tokens that depend on this one are refused.
const END_STANDING = `
  DELETE FROM "authorization"
   WHERE id IN (SELECT id FROM "authorization"
                 WHERE user_id IS NULL AND ($1::text IS NULL OR client_id = $1)
                 ORDER BY id LIMIT $2 FOR UPDATE)
  RETURNING id`;
