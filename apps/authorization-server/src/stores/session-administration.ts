/** Ending sessions of other people: what an operator may do after a compromise. */
import type { Database } from "@countersign/database";
import { audited } from "./audit-events.ts";
import { endSessions } from "./ended-sessions.ts";
import { inTransaction } from "./transaction.ts";

const MOST_AT_ONCE = 500;

export interface SessionAdministration {
  /**
   * Ends the sessions of a person, or of everybody, some hundreds in a transaction with their audit rows. A sign-in
   * that comes meanwhile may be ended as well.
   *
   * @returns how many
   */
  end(userId: string | undefined, at: Date): Promise<number>;
}

export function sessionAdministration({ pool }: Pick<Database, "pool">): SessionAdministration {
  const endSome = (userId: string | undefined, at: Date) =>
    inTransaction(pool, async (query) => {
      const found = await query(LOCK, [userId ?? null, MOST_AT_ONCE]);
      const ids = found.map(({ id }) => id);
      await endSessions(query, ids, at);
      for (const session of found) {
        await audited(query, { type: "session_ended", actor: "operator", userId: session.userId as string, at });
      }
      return ids.length;
    });

  return {
    async end(userId, at) {
      let ended = 0;
      for (let last = MOST_AT_ONCE; last === MOST_AT_ONCE; ended += last) last = await endSome(userId, at);
      return ended;
    },
  };
}

// In one order, so that two of these commands never wait for each other in a circle.
const LOCK = `
  SELECT id, active_user_id AS "userId" FROM browser_session
   WHERE $1::uuid IS NULL OR active_user_id = $1 ORDER BY id LIMIT $2 FOR UPDATE`;
