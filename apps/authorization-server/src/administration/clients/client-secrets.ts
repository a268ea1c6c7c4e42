/** Acts on the secrets of clients (RFC 6749 §2.3.1). A client has two of them for a time, so that none is cut off. */
import { after } from "@countersign/rules";
import {
  inPrismaTransaction,
  type Records,
  type RecordsDatabase,
  recordAudit,
} from "../../platform/records/records.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";
import { lockClient } from "../../platform/stores/client/client-change.ts";
import type { StoredSecret } from "../../platform/stores/client/client-rows.ts";
import { forAny } from "../../platform/stores/locked.ts";
import { sqlIn } from "../roles/kept-role.ts";

/** If a secret expires, it is valid for at least this long after its rotation. */
const ROTATED_SECRET_SECONDS = 30 * 86_400;

export interface SecretRotation {
  readonly clientId: string;
  readonly secret: StoredSecret;
  /** For how long the secret before stays valid, too. */
  readonly overlapSeconds?: number;
}

/**
 * Gives a client another secret. The one before is valid for the overlap, and no longer than it would have been; one
 * before that ends. Without an overlap, or if the secret is the key of an HMAC, it ends within two seconds, and what
 * the client got for itself ends immediately. A secret that expires is valid for at least 30 days. Returns false if no
 * confidential client has this id.
 */
export function rotateClientSecret(
  database: RecordsDatabase,
  { clientId, secret, overlapSeconds = 0 }: SecretRotation,
  by: By,
): Promise<boolean> {
  return inPrismaTransaction(database, async (records) => {
    const held = await heldSecret(records, clientId);
    if (held?.secretHash == null) return false;

    // One key of an HMAC is kept: with it, nothing can be verified by the key before.
    const isKey = held.sealedSecret !== null || secret.sealedSecret !== undefined;
    const previous = isKey ? undefined : previousOf({ ...held, secretHash: held.secretHash }, overlapSeconds, by.at);
    const until = after(by.at, ROTATED_SECRET_SECONDS);
    const expiry = held.secretExpiresAt !== null && held.secretExpiresAt < until ? { secretExpiresAt: until } : {};
    const data = { ...secretColumns(secret), ...expiry, ...previous };
    await records.client.updateMany({ where: { id: clientId }, data });
    if (previous === undefined) await records.authorization.deleteMany({ where: { clientId, userId: null } });
    const detail = previous && { previousSecretExpiresAt: previous.previousSecretExpiresAt.toISOString() };
    await recordAudit(records, { type: "client_secret_rotated", clientId, ...by, ...(detail && { detail }) });
    return true;
  });
}

/**
 * Ends the previous secret of a client before its time, within two seconds. Access that the client got for itself ends,
 * too: it is not known by which secret. Returns false if no previous secret is valid.
 */
export function endPreviousClientSecret(database: RecordsDatabase, clientId: string, by: By): Promise<boolean> {
  return inPrismaTransaction(database, async (records) => {
    const where = { id: clientId, previousSecretExpiresAt: { gt: by.at } };
    if ((await records.client.updateMany({ where, data: { ...NO_PREVIOUS, ...ENDED } })).count === 0) return false;

    await records.authorization.deleteMany({ where: { clientId, userId: null } });
    await recordAudit(records, { type: "client_secret_ended", clientId, ...by });
    return true;
  });
}

interface Held {
  readonly secretHash: Uint8Array<ArrayBuffer>;
  readonly secretExpiresAt: Date | null;
}

/** The columns by which the secret of a client stays valid; undefined if it does not. Its grants do not end. */
function previousOf({ secretHash, secretExpiresAt }: Held, overlapSeconds: number, at: Date) {
  const wished = after(at, overlapSeconds);
  const end = secretExpiresAt !== null && secretExpiresAt < wished ? secretExpiresAt : wished;
  if (end <= at) return undefined;
  return { previousSecretHash: secretHash, previousSecretExpiresAt: end, timesEnded: { increment: 0 } };
}

/** The secret of a client, which is locked: it cannot be renewed in the meantime. */
async function heldSecret(records: Records, clientId: string) {
  await lockClient(sqlIn(records), { clientId, assertMeantFor: forAny });
  const select = { secretHash: true, sealedSecret: true, secretExpiresAt: true } as const;
  return records.client.findUnique({ where: { id: clientId }, select });
}

const NO_PREVIOUS = { previousSecretHash: null, previousSecretExpiresAt: null };
/** Requests that it pushed before are refused. */
const ENDED = { timesEnded: { increment: 1 } };

/** The columns of a client that gets another secret, or none: the previous one ends. */
export const secretColumns = (secret: StoredSecret | undefined) => ({
  secretHash: secret === undefined ? null : Uint8Array.from(secret.secretHash),
  sealedSecret: secret?.sealedSecret === undefined ? null : Uint8Array.from(secret.sealedSecret),
  secretKeyEncryptionKeyId: secret?.secretKeyEncryptionKeyId ?? null,
  sealedUnusedSecret: null,
  ...NO_PREVIOUS,
  ...ENDED,
});
