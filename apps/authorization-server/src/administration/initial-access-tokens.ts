/**
 * What is done to initial access tokens, whoever does it: RFC 7591 §1.2 and §3. Who holds one may register clients;
 * only its hash is stored. Each act and its audit rows are one transaction.
 */
import { randomUUID } from "node:crypto";
import type { SecretHash } from "@countersign/rules";
import { inRecords, type Records, type RecordsDatabase, recordAudit } from "../records/records.ts";
import type { By } from "../stores/audit-events.ts";

export interface NewInitialAccessToken {
  readonly tokenHash: SecretHash;
  readonly note: string;
  /** How many clients it may register in all; no limit when undefined. */
  readonly uses: number | undefined;
  /** How many of them there may be at a time; no limit when undefined. */
  readonly maxClients: number | undefined;
  readonly expiresAt: Date;
}

/** Stores a token and returns its id, by which operators speak of it. */
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

/** Deletes a token: nobody registers with it any more, and its clients stay. False when there is none of this id. */
export async function revokeInitialAccessToken(database: RecordsDatabase, id: string, by: By): Promise<boolean> {
  if (!UUID.test(id)) return false;
  return (await inRecords(database, (records) => revoke(records, id.toLowerCase(), by))) === 1;
}

/** Deletes every token, and says how many there were. */
export const revokeInitialAccessTokens = (database: RecordsDatabase, by: By): Promise<number> =>
  inRecords(database, (records) => revoke(records, undefined, by));

/** @param id of the only one; all of them without */
async function revoke(records: Records, id: string | undefined, by: By): Promise<number> {
  const found = await records.initialAccessToken.findMany({
    where: id === undefined ? {} : { id },
    select: { id: true, note: true },
  });
  let revoked = 0;
  for (const detail of found) {
    // Another revocation may come first: each is told once.
    if ((await records.initialAccessToken.deleteMany({ where: { id: detail.id } })).count === 0) continue;
    await recordAudit(records, { type: "initial_access_token_revoked", ...by, detail });
    revoked += 1;
  }
  return revoked;
}
