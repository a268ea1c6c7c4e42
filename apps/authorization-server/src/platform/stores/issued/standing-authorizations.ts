/** Standing authorizations: one row for all tokens that a client gets for itself (RFC 6749 §4.4). */
import { randomUUID } from "node:crypto";
import { batchedLookup, type Database, lookupSql } from "@countersign/database";

export interface StandingAuthorizationStore {
  /**
   * The id of a client's standing authorization. It is created with the client's first token; later tokens need no
   * write. Returns `undefined` if the client was disabled or deleted since it was looked up. Tokens that were issued
   * before the client was disabled, or before it got another secret, belong to another row.
   */
  findOrCreate(clientId: string, at: Date): Promise<string | undefined>;
}

export function standingAuthorizationStore({
  pool,
  pipelined,
}: Pick<Database, "pool" | "pipelined">): StandingAuthorizationStore {
  const find = batchedLookup<{ client_id: string }, { id: string }>(pipelined, FIND);

  return {
    async findOrCreate(clientId, at) {
      const known = await find({ client_id: clientId });
      if (known !== undefined) return known.id;

      const made = await pool.query({ name: "standing-make", text: MAKE, values: [randomUUID(), clientId, at] });
      return made.rows[0]?.id;
    },
  };
}

/** Ends what a client got for itself: with the row, all tokens that depend on it become invalid. */
export const END_STANDING = `DELETE FROM "authorization" WHERE client_id = $1 AND user_id IS NULL`;

const FIND = {
  name: "standing-find",
  text: lookupSql(
    "client_id text",
    `
  SELECT a.id FROM "authorization" a JOIN client c ON c.id = a.client_id
   WHERE a.client_id = asked.client_id AND a.user_id IS NULL AND c.disabled_at IS NULL`,
  ),
};

// The lock prevents the creation of a row for a client that is being disabled at this moment.
const MAKE = `
  WITH enabled AS (SELECT id FROM client WHERE id = $2 AND disabled_at IS NULL FOR SHARE)
  INSERT INTO "authorization" (id, client_id, sub, scopes, resource, amr, created_at, expires_at)
  SELECT $1, id, id, '{}', '', '{}', $3, 'infinity' FROM enabled
  ON CONFLICT (client_id) WHERE user_id IS NULL DO UPDATE SET client_id = EXCLUDED.client_id
  RETURNING id`;
