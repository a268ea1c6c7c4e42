/** Initial access tokens: RFC 7591 §1.2 and §3. Who holds one may register clients; only its hash is kept. */
import { randomUUID } from "node:crypto";
import type { Database } from "@countersign/database";
import type { SecretHash } from "@countersign/rules";
import { audited } from "./audit-events.ts";
import { inTransaction } from "./transaction.ts";

export interface NewInitialAccessToken {
  readonly tokenHash: SecretHash;
  readonly note: string;
  /** How many clients it may register in all; no limit when undefined. */
  readonly uses: number | undefined;
  /** How many of them there may be at a time; no limit when undefined. */
  readonly maxClients: number | undefined;
  readonly expiresAt: Date;
}

export interface InitialAccessToken {
  readonly id: string;
  readonly note: string;
  /** null for no limit. */
  readonly usesRemaining: number | null;
  /** null for no limit. */
  readonly maxClients: number | null;
  /** How many clients there are that were registered with it. */
  readonly livingClients: number;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

/** What an operator may do. Each act and its audit row are one transaction. */
export interface InitialAccessTokenAdministration {
  /** Keeps a token and returns its id, by which operators speak of it. */
  add(token: NewInitialAccessToken, at: Date): Promise<string>;
  /** Every token that was not revoked or purged, the newest first. */
  list(): Promise<readonly InitialAccessToken[]>;
  /** Forgets a token: nobody registers with it any more, and its clients stay. False when there is none of this id. */
  revoke(id: string, at: Date): Promise<boolean>;
  /** Forgets every token, and says how many there were. */
  revokeAll(at: Date): Promise<number>;
}

export function initialAccessTokenAdministration({ pool }: Pick<Database, "pool">): InitialAccessTokenAdministration {
  return {
    add: ({ tokenHash, note, uses, maxClients, expiresAt }, at) =>
      inTransaction(pool, async (query) => {
        const id = randomUUID();
        await query(ADD, [id, tokenHash, note, uses ?? null, expiresAt, at, maxClients ?? null]);
        const limits = { uses: uses ?? "unlimited", maxClients: maxClients ?? "unlimited" };
        const detail = { id, note, ...limits, expiresAt };
        await audited(query, { type: "initial_access_token_added", actor: "operator", at, detail });
        return id;
      }),

    async list() {
      return (await pool.query<InitialAccessToken>(LIST)).rows;
    },

    revoke: (id, at) =>
      inTransaction(pool, async (query) => {
        // Compared as text: what is no UUID is the id of nothing.
        const statement = "DELETE FROM initial_access_token WHERE id::text = lower($1) RETURNING id, note";
        const [revoked] = await query(statement, [id]);
        if (revoked === undefined) return false;

        await audited(query, revocation(revoked, at));
        return true;
      }),

    revokeAll: (at) =>
      inTransaction(pool, async (query) => {
        const revoked = await query("DELETE FROM initial_access_token RETURNING id, note", []);
        for (const token of revoked) await audited(query, revocation(token, at));
        return revoked.length;
      }),
  };
}

const revocation = ({ id, note }: Record<string, unknown>, at: Date) =>
  ({ type: "initial_access_token_revoked", actor: "operator", at, detail: { id, note } }) as const;

const ADD = `
  INSERT INTO initial_access_token (id, token_hash, note, uses_remaining, expires_at, created_at, max_clients)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

const LIST = `
  SELECT id, note, uses_remaining AS "usesRemaining", expires_at AS "expiresAt", created_at AS "createdAt",
         max_clients AS "maxClients",
         (SELECT count(*)::integer FROM client c
           WHERE c.initial_access_token_id = initial_access_token.id) AS "livingClients"
    FROM initial_access_token ORDER BY created_at DESC, id`;
