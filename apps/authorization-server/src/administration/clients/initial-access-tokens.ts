/**
 * Acts on initial access tokens, for every kind of actor: RFC 7591 §1.2 and §3. The holder of a token may register
 * clients. Only the hash of the token is stored. Each act and its audit rows are one transaction.
 */
import { randomUUID } from "node:crypto";
import type { SecretHash } from "@countersign/rules";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { recordAudits } from "../../platform/stores/audit/audit-rows.ts";
import { inTransaction, type Query, type WithPool } from "../../platform/stores/transaction.ts";

export interface NewInitialAccessToken {
  readonly tokenHash: SecretHash;
  readonly note: string;
  /** How many clients may be registered with it in total; no limit if undefined. */
  readonly uses: number | undefined;
  /** How many of its clients may exist at a time; no limit if undefined. */
  readonly maxClients: number | undefined;
  readonly expiresAt: Date;
}

/** Stores a token and returns its id, by which operators refer to it. */
export function addInitialAccessToken(
  { pool }: WithPool,
  { tokenHash, note, uses, maxClients, expiresAt }: NewInitialAccessToken,
  by: By,
): Promise<string> {
  return inTransaction(pool, async (query) => {
    const id = randomUUID();
    await query(ADD, [id, tokenHash, note, uses ?? null, maxClients ?? null, expiresAt, by.at]);
    const told = { uses: uses ?? "unlimited", maxClients: maxClients ?? "unlimited", expiresAt };
    await recordAudit(query, { type: "initial_access_token_added", ...by, detail: { id, note, ...told } });
    return id;
  });
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Deletes a token. No client can register with it any more; its clients stay. Returns false if the id is unknown. */
export async function revokeInitialAccessToken({ pool }: WithPool, id: string, by: By): Promise<boolean> {
  if (!UUID.test(id)) return false;
  return (await inTransaction(pool, (query) => revoke(query, id.toLowerCase(), by))) === 1;
}

/** Deletes every token, and returns how many there were. */
export const revokeInitialAccessTokens = ({ pool }: WithPool, by: By): Promise<number> =>
  inTransaction(pool, (query) => revoke(query, undefined, by));

/** @param id of the token to delete; if it is undefined, all tokens are deleted */
async function revoke(query: Query, id: string | undefined, by: By): Promise<number> {
  // Of two revocations at the same time, one deletes a token: each deletion is recorded once.
  const revoked = await query(REVOKE, [id ?? null]);
  await recordAudits(
    query,
    revoked.map((detail) => ({ type: "initial_access_token_revoked", ...by, detail })),
  );
  return revoked.length;
}

const REVOKE = `
  DELETE FROM initial_access_token WHERE $1::uuid IS NULL OR id = $1::uuid RETURNING id::text, note`;
const ADD = `
  INSERT INTO initial_access_token (id, token_hash, note, uses_remaining, max_clients, expires_at, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;
