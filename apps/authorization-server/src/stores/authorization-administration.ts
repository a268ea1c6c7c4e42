/** Revoking what was issued to others: what an operator may do after a compromise. */
import type { Database } from "@countersign/database";
import { audited } from "./audit-events.ts";
import { isLockTimeout, lockCreationOf } from "./creation-locks.ts";
import { inTransaction } from "./transaction.ts";

const MOST_AT_ONCE = 1000;

const TRIES = 3;

/** Of one person or one client; `undefined` restricts nothing. */
export interface Whose {
  readonly userId: string | undefined;
  readonly clientId: string | undefined;
}

export interface AuthorizationAdministration {
  /**
   * Revokes every live authorization of these: its code, access tokens and refresh tokens. What clients got for
   * themselves is taken with them, where no person is named. A thousand in a transaction, with an audit row that says
   * how many. What is being made when this begins is waited for.
   *
   * @returns how many; `undefined` if the table stayed locked by VACUUM or CREATE INDEX: then nothing was revoked
   */
  revoke(whose: Whose, at: Date): Promise<number | undefined>;
}

/**
 * @param options.pause waits between two tries to lock the table, so that the statements which queued behind the first
 *   try run
 */
export function authorizationAdministration(
  { pool }: Pick<Database, "pool">,
  { pause }: { readonly pause: () => Promise<void> },
): AuthorizationAdministration {
  // By itself, so that nobody waits for the many that are revoked after it.
  const waitForCreation = async (whose: Whose): Promise<boolean> => {
    for (let tries = 1; ; tries += 1) {
      try {
        await inTransaction(pool, (query) => lockCreationOf(query, whose));
        return true;
      } catch (err) {
        if (!isLockTimeout(err)) throw err;
        if (tries === TRIES) return false;
      }
      await pause();
    }
  };

  const some = (statement: string, values: readonly unknown[], { userId, clientId }: Whose, at: Date) =>
    inTransaction(pool, async (query) => {
      const revoked = (await query(statement, [clientId ?? null, MOST_AT_ONCE, ...values])).length;
      const detail = { revoked };
      if (revoked > 0)
        await audited(query, { type: "authorizations_revoked", actor: "operator", userId, clientId, at, detail });
      return revoked;
    });

  return {
    async revoke(whose, at) {
      if (!(await waitForCreation(whose))) return undefined;

      let revoked = 0;
      for (let last = MOST_AT_ONCE; last === MOST_AT_ONCE; revoked += last)
        last = await some(REVOKE, [whose.userId ?? null, at], whose, at);
      if (whose.userId !== undefined) return revoked;

      for (let last = MOST_AT_ONCE; last === MOST_AT_ONCE; revoked += last)
        last = await some(END_STANDING, [], whose, at);
      return revoked;
    },
  };
}

const REVOKE = `
  UPDATE "authorization" SET revoked_at = $4
   WHERE id IN (SELECT id FROM "authorization"
                 WHERE user_id IS NOT NULL AND revoked_at IS NULL AND expires_at > $4
                   AND ($1::text IS NULL OR client_id = $1) AND ($3::uuid IS NULL OR user_id = $3)
                 ORDER BY id LIMIT $2 FOR NO KEY UPDATE)
  RETURNING id`;

// The next token of the client makes itself another row: all that stood on this one is refused.
const END_STANDING = `
  DELETE FROM "authorization"
   WHERE id IN (SELECT id FROM "authorization"
                 WHERE user_id IS NULL AND ($1::text IS NULL OR client_id = $1)
                 ORDER BY id LIMIT $2 FOR UPDATE)
  RETURNING id`;
