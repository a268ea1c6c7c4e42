/** Seals again what is sealed under a key-encryption key that is to be removed (architecture §5). */
import type { Database } from "@countersign/database";
import { type KeyEncryptionKey, openPrivateJwk, sealPrivateJwk } from "@countersign/jwt";
import { sealAgain } from "../clients/secrets.ts";
import { pieceOwner } from "../imports/jobs.ts";
import { missingKey, sealedTexts } from "../keys/sealed-texts.ts";
import { type By, recordAudit } from "../stores/audit-events.ts";
import { hookOwner } from "../stores/hooks/hooks.ts";
import { providerOwner } from "../stores/person/identity-providers.ts";
import { totpOwner } from "../stores/person/second-factors.ts";
import { inTransaction, type Query } from "../stores/transaction.ts";
import { webhookOwner } from "../stores/webhooks/webhooks.ts";

/** How many of each kind were sealed again. */
export interface Resealed {
  readonly signingKeys: number;
  readonly clientSecrets: number;
  readonly mails: number;
  readonly totpSecrets: number;
  readonly providerSecrets: number;
  readonly webhookKeys: number;
  readonly hookKeys: number;
  readonly importPieces: number;
}

export type KeyEncryptionKeys = readonly [KeyEncryptionKey, ...KeyEncryptionKey[]];

interface Row {
  readonly id: string;
  readonly sealed: Uint8Array;
  readonly keyId: string;
}

/**
 * Seals everything that is sealed under another key again under the first key-encryption key.
 * If one of them cannot be opened, none is changed. A running service needs no restart. Changes to these rows wait
 * until this is done.
 */
export function reseal(
  { pool }: Pick<Database, "pool">,
  keyEncryptionKeys: KeyEncryptionKeys,
  by: By,
): Promise<Resealed> {
  const [first] = keyEncryptionKeys;
  const anew = async (query: Query, select: string, update: string, again: (row: Row) => Uint8Array) => {
    const rows = (await query(select, [first.id])) as unknown as Row[];
    const sealed = rows.map((row) => Buffer.from(again(row)));
    await query(update, [first.id, rows.map(({ id }) => id), sealed]);
    return rows.length;
  };
  const signingKeyAgain = ({ id: kid, sealed, keyId }: Row) => {
    const keyEncryptionKey = keyEncryptionKeys.find(({ id }) => id === keyId);
    if (keyEncryptionKey === undefined) throw missingKey(`signing key ${kid}`, keyId);
    return sealPrivateJwk(openPrivateJwk(sealed, { kid, keyEncryptionKey }), { kid, keyEncryptionKey: first });
  };
  const secretAgain = ({ id, sealed, keyId }: Row) =>
    sealAgain({ id, sealedSecret: sealed, secretKeyEncryptionKeyId: keyId }, keyEncryptionKeys);
  const texts = sealedTexts(keyEncryptionKeys);
  const mailAgain = ({ id, sealed, keyId }: Row) =>
    texts.seal(texts.open({ sealed, keyEncryptionKeyId: keyId }, ["mail", id]), ["mail", id]).sealed;

  const totpAgain = ({ id, sealed, keyId }: Row) => {
    const [userId = "", factorId = ""] = id.split(" ");
    const owner = totpOwner(userId, factorId);
    return texts.seal(texts.open({ sealed, keyEncryptionKeyId: keyId }, owner), owner).sealed;
  };

  const providerAgain = ({ id, sealed, keyId }: Row) =>
    texts.seal(texts.open({ sealed, keyEncryptionKeyId: keyId }, providerOwner(id)), providerOwner(id)).sealed;

  const webhookAgain = ({ id, sealed, keyId }: Row) =>
    texts.seal(texts.open({ sealed, keyEncryptionKeyId: keyId }, webhookOwner(id)), webhookOwner(id)).sealed;
  const hookAgain = ({ id, sealed, keyId }: Row) =>
    texts.seal(texts.open({ sealed, keyEncryptionKeyId: keyId }, hookOwner(id)), hookOwner(id)).sealed;
  const pieceAgain = ({ id, sealed, keyId }: Row) => {
    const [jobId = "", number = ""] = id.split(" ");
    const owner = pieceOwner(jobId, Number(number));
    return texts.seal(texts.open({ sealed, keyEncryptionKeyId: keyId }, owner), owner).sealed;
  };

  return inTransaction(pool, async (query) => {
    const signingKeys = await anew(query, SIGNING_KEYS, SEAL_SIGNING_KEYS, signingKeyAgain);
    const clientSecrets = await anew(query, CLIENT_SECRETS, SEAL_CLIENT_SECRETS, secretAgain);
    const mails = await anew(query, MAILS, SEAL_MAILS, mailAgain);
    const totpSecrets = await anew(query, TOTP_SECRETS, SEAL_TOTP_SECRETS, totpAgain);
    const providerSecrets = await anew(query, PROVIDER_SECRETS, SEAL_PROVIDER_SECRETS, providerAgain);
    const webhookKeys =
      (await anew(query, WEBHOOK_KEYS, SEAL_WEBHOOK_KEYS, webhookAgain)) +
      (await anew(query, PREVIOUS_WEBHOOK_KEYS, SEAL_PREVIOUS_WEBHOOK_KEYS, webhookAgain));
    const hookKeys =
      (await anew(query, HOOK_KEYS, SEAL_HOOK_KEYS, hookAgain)) +
      (await anew(query, PREVIOUS_HOOK_KEYS, SEAL_PREVIOUS_HOOK_KEYS, hookAgain));
    const importPieces = await anew(query, IMPORT_PIECES, SEAL_IMPORT_PIECES, pieceAgain);
    const ofHooks = { webhookKeys, hookKeys };
    const resealed = { signingKeys, clientSecrets, mails, totpSecrets, providerSecrets, ...ofHooks, importPieces };
    await recordAudit(query, { type: "keys_resealed", ...by, detail: { keyEncryptionKeyId: first.id, ...resealed } });
    return resealed;
  });
}

// The locks block only writers of these rows. Signing, and statements that refer to a client, continue.
const SIGNING_KEYS = `
  SELECT kid AS id, sealed_private_jwk AS sealed, key_encryption_key_id AS "keyId"
    FROM signing_key WHERE key_encryption_key_id <> $1 ORDER BY kid FOR NO KEY UPDATE`;

const CLIENT_SECRETS = `
  SELECT id, sealed_secret AS sealed, secret_key_encryption_key_id AS "keyId"
    FROM client WHERE secret_key_encryption_key_id <> $1 ORDER BY id FOR NO KEY UPDATE`;

const MAILS = `
  SELECT id::text, sealed_parameters AS sealed, key_encryption_key_id AS "keyId"
    FROM mail_delivery WHERE key_encryption_key_id <> $1 ORDER BY id FOR NO KEY UPDATE`;

const TOTP_SECRETS = `
  SELECT user_id || ' ' || id AS id, sealed_secret AS sealed, key_encryption_key_id AS "keyId"
    FROM totp_factor WHERE key_encryption_key_id <> $1 ORDER BY totp_factor.id FOR NO KEY UPDATE`;

const PROVIDER_SECRETS = `
  SELECT id::text, sealed_secret AS sealed, key_encryption_key_id AS "keyId"
    FROM identity_provider WHERE key_encryption_key_id <> $1 ORDER BY id FOR NO KEY UPDATE`;

const WEBHOOK_KEYS = `
  SELECT id::text, sealed_secret AS sealed, key_encryption_key_id AS "keyId"
    FROM webhook WHERE key_encryption_key_id <> $1 ORDER BY id FOR NO KEY UPDATE`;

const HOOK_KEYS = `
  SELECT id::text, sealed_secret AS sealed, key_encryption_key_id AS "keyId"
    FROM hook WHERE key_encryption_key_id <> $1 ORDER BY id FOR NO KEY UPDATE`;

const PREVIOUS_WEBHOOK_KEYS = `
  SELECT id::text, sealed_previous_secret AS sealed, previous_key_encryption_key_id AS "keyId"
    FROM webhook WHERE previous_key_encryption_key_id <> $1 ORDER BY id FOR NO KEY UPDATE`;

const PREVIOUS_HOOK_KEYS = `
  SELECT id::text, sealed_previous_secret AS sealed, previous_key_encryption_key_id AS "keyId"
    FROM hook WHERE previous_key_encryption_key_id <> $1 ORDER BY id FOR NO KEY UPDATE`;

const IMPORT_PIECES = `
  SELECT job_id || ' ' || number AS id, sealed_lines AS sealed, key_encryption_key_id AS "keyId"
    FROM import_piece WHERE key_encryption_key_id <> $1 ORDER BY job_id, number FOR NO KEY UPDATE`;

const SEAL_IMPORT_PIECES = `
  UPDATE import_piece p SET sealed_lines = again.sealed, key_encryption_key_id = $1
    FROM unnest($2::text[], $3::bytea[]) AS again (id, sealed)
   WHERE p.job_id = split_part(again.id, ' ', 1)::uuid AND p.number = split_part(again.id, ' ', 2)::integer`;

const SEAL_SIGNING_KEYS = `
  UPDATE signing_key k SET sealed_private_jwk = again.sealed, key_encryption_key_id = $1
    FROM unnest($2::text[], $3::bytea[]) AS again (kid, sealed) WHERE k.kid = again.kid`;

const SEAL_CLIENT_SECRETS = `
  UPDATE client c SET sealed_secret = again.sealed, secret_key_encryption_key_id = $1
    FROM unnest($2::text[], $3::bytea[]) AS again (id, sealed) WHERE c.id = again.id`;

const SEAL_MAILS = `
  UPDATE mail_delivery m SET sealed_parameters = again.sealed, key_encryption_key_id = $1
    FROM unnest($2::uuid[], $3::bytea[]) AS again (id, sealed) WHERE m.id = again.id`;

const SEAL_TOTP_SECRETS = `
  UPDATE totp_factor f SET sealed_secret = again.sealed, key_encryption_key_id = $1
    FROM unnest($2::text[], $3::bytea[]) AS again (id, sealed) WHERE f.id = split_part(again.id, ' ', 2)::uuid`;

const SEAL_PROVIDER_SECRETS = `
  UPDATE identity_provider p SET sealed_secret = again.sealed, key_encryption_key_id = $1
    FROM unnest($2::uuid[], $3::bytea[]) AS again (id, sealed) WHERE p.id = again.id`;

const SEAL_WEBHOOK_KEYS = `
  UPDATE webhook w SET sealed_secret = again.sealed, key_encryption_key_id = $1
    FROM unnest($2::uuid[], $3::bytea[]) AS again (id, sealed) WHERE w.id = again.id`;

const SEAL_HOOK_KEYS = `
  UPDATE hook h SET sealed_secret = again.sealed, key_encryption_key_id = $1
    FROM unnest($2::uuid[], $3::bytea[]) AS again (id, sealed) WHERE h.id = again.id`;

const SEAL_PREVIOUS_WEBHOOK_KEYS = `
  UPDATE webhook w SET sealed_previous_secret = again.sealed, previous_key_encryption_key_id = $1
    FROM unnest($2::uuid[], $3::bytea[]) AS again (id, sealed) WHERE w.id = again.id`;

const SEAL_PREVIOUS_HOOK_KEYS = `
  UPDATE hook h SET sealed_previous_secret = again.sealed, previous_key_encryption_key_id = $1
    FROM unnest($2::uuid[], $3::bytea[]) AS again (id, sealed) WHERE h.id = again.id`;
