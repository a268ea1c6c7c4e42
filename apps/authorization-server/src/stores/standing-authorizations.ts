/** Standing authorizations: the one row behind all tokens that a client gets for itself (RFC 6749 §4.4). */
import { randomUUID } from "node:crypto";
import { asOneColumn, type Database } from "@countersign/database";

export interface StandingAuthorizationStore {
  /**
   * The id of a client's standing authorization, which is made at its first token: after that, no token costs a write.
   * `undefined` when the client was disabled or ended since it was looked up. What was issued before the client was
   * disabled or got another secret stood on another row.
   */
  of(clientId: string, at: Date): Promise<string | undefined>;
}

export function standingAuthorizationStore({ pool, hot }: Pick<Database, "pool" | "hot">): StandingAuthorizationStore {
  const find = oncePerTurn(async (clientId: string) => {
    const found = await hot.query<{ id: string }>({ name: "standing-find", text: FIND, values: [clientId] });
    return found.rows[0]?.id;
  });

  return {
    async of(clientId, at) {
      const known = await find(clientId);
      if (known !== undefined) return known;

      const made = await pool.query({ name: "standing-make", text: MAKE, values: [randomUUID(), clientId, at] });
      return made.rows[0]?.id;
    },
  };
}

/**
 * Lets those who ask the same in one turn of the event loop share an answer. It is asked for at the end of that turn,
 * after all of them, so nobody gets one that is older than their question.
 */
function oncePerTurn<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (key) => {
    const known = asked.get(key);
    if (known !== undefined) return known;

    const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      asked.delete(key);
      return ask(key);
    });
    asked.set(key, answer);
    return answer;
  };
}

/** Ends what a client got for itself: with the row go all tokens that stand on it. */
export const END_STANDING = `DELETE FROM "authorization" WHERE client_id = $1 AND user_id IS NULL`;

const FIND = asOneColumn(`
  SELECT a.id FROM "authorization" a JOIN client c ON c.id = a.client_id
   WHERE a.client_id = $1 AND a.user_id IS NULL AND c.disabled_at IS NULL`);

// The lock keeps a row from being made for a client that is being disabled at this moment.
const MAKE = `
  WITH enabled AS (SELECT id FROM client WHERE id = $2 AND disabled_at IS NULL FOR SHARE)
  INSERT INTO "authorization" (id, client_id, sub, scopes, resource, amr, created_at, expires_at)
  SELECT $1, id, id, '{}', '', '{}', $3, 'infinity' FROM enabled
  ON CONFLICT (client_id) WHERE user_id IS NULL DO UPDATE SET client_id = EXCLUDED.client_id
  RETURNING id`;
