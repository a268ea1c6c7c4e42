/**
 * Acts on initial access tokens, for every kind of actor: RFC 7591 §1.2 and §3. The holder of a token may register
 * clients. Only the hash of the token is stored. Each act and its audit rows are one transaction.
 */
import { randomUUID } from "node:crypto";
import type { SecretHash } from "@countersign/rules";
import { inRecords, type Records, type RecordsDatabase, recordAudit } from "../records/records.ts";
import type { By } from "../stores/audit-events.ts";
import { recordAudits } from "../stores/audit-rows.ts";
import { queryIn } from "./kept-role.ts";

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
  database: RecordsDatabase,
  { tokenHash, note, uses, maxClients, expiresAt }: NewInitialAccessToken,
  by: By,
): Promise<string> {
  return inRecords(database, async (records) => {
    const id = randomUUID();
    const limits = { usesRemaining: uses ?? null, maxClients: maxClients ?? null, expiresAt };
    await records.initialAccessToken.create({
      data: { id, tokenHash: Uint8Array.from(tokenHash), note, ...limits, createdAt: by.at },
    });
    const told = { uses: uses ?? "unlimited", maxClients: maxClients ?? "unlimited", expiresAt };
    await recordAudit(records, { type: "initial_access_token_added", ...by, detail: { id, note, ...told } });
    return id;
  });
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Deletes a token. Nobody can register with it any more; its clients stay. Returns false if the id is unknown. */
export async function revokeInitialAccessToken(database: RecordsDatabase, id: string, by: By): Promise<boolean> {
  if (!UUID.test(id)) return false;
  return (await inRecords(database, (records) => revoke(records, id.toLowerCase(), by))) === 1;
}

/** Deletes every token, and returns how many there were. */
export const revokeInitialAccessTokens = (database: RecordsDatabase, by: By): Promise<number> =>
  inRecords(database, (records) => revoke(records, undefined, by));

/** @param id of the token to delete; if it is undefined, all tokens are deleted */
async function revoke(records: Records, id: string | undefined, by: By): Promise<number> {
  const query = queryIn(records);
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
