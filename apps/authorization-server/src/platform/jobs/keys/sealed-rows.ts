/** What is sealed under a key-encryption key, by column, and the statements that seal a batch of rows again. */
import { type KeyEncryptionKey, openPrivateJwk, type SealedFor, sealPrivateJwk } from "@countersign/jwt";
import { pieceOwner } from "../../../administration/imports/jobs.ts";
import { sealAgain } from "../../../issuer/clients/secrets.ts";
import { missingKey, sealedTexts } from "../../../issuer/keys/sealed-texts.ts";
import { hookOwner } from "../../stores/hooks/hooks.ts";
import { idempotencyOwner } from "../../stores/idempotency-keys.ts";
import { providerOwner } from "../../stores/ways-in/identity-providers.ts";
import { totpOwner } from "../../stores/ways-in/second-factors.ts";
import { webhookOwner } from "../../stores/webhooks/webhook-deliveries.ts";

export type KeyEncryptionKeys = readonly [KeyEncryptionKey, ...KeyEncryptionKey[]];

/** What is counted together. */
export const RESEALED_NOUNS = [
  "signingKeys",
  "clientSecrets",
  "mails",
  "totpSecrets",
  "providerSecrets",
  "webhookKeys",
  "hookKeys",
  "importPieces",
  "idempotencyKeys",
] as const;
export type ResealedNoun = (typeof RESEALED_NOUNS)[number];

export interface SealedRow {
  /** The values of the primary key. */
  readonly key: readonly string[];
  /** The values that say what it is sealed for. */
  readonly owner: readonly string[];
  readonly sealed: Uint8Array;
  readonly keyId: string;
}

export interface SealedRows {
  readonly noun: ResealedNoun;
  readonly table: string;
  /** The primary key: each column with its type. */
  readonly key: Readonly<Record<string, "uuid" | "text" | "integer">>;
  /** The columns that say what a row is sealed for; by default the primary key. */
  readonly owner?: readonly string[];
  readonly sealed: string;
  readonly keyId: string;
  /** Seals the secret of a row under the first of the keys. Throws if it cannot be opened. */
  again(row: SealedRow, keys: KeyEncryptionKeys): Uint8Array;
}

const BY_ID = { id: "uuid" } as const;
const SECRET = { sealed: "sealed_secret", keyId: "key_encryption_key_id" };
const PREVIOUS_SECRET = { sealed: "sealed_previous_secret", keyId: "previous_key_encryption_key_id" };

/** Most secrets are texts, sealed for what `ownerOf` says. */
const textOf =
  (ownerOf: (...owner: string[]) => SealedFor) =>
  ({ owner, sealed, keyId }: SealedRow, keys: KeyEncryptionKeys): Uint8Array => {
    const texts = sealedTexts(keys);
    return texts.seal(texts.open({ sealed, keyEncryptionKeyId: keyId }, ownerOf(...owner)), ownerOf(...owner)).sealed;
  };

function privateKey({ owner: [kid = ""], sealed, keyId }: SealedRow, keys: KeyEncryptionKeys): Uint8Array {
  const keyEncryptionKey = keys.find(({ id }) => id === keyId);
  if (keyEncryptionKey === undefined) throw missingKey(`signing key ${kid}`, keyId);
  return sealPrivateJwk(openPrivateJwk(sealed, { kid, keyEncryptionKey }), { kid, keyEncryptionKey: keys[0] });
}

const clientSecret = ({ owner: [id = ""], sealed, keyId }: SealedRow, keys: KeyEncryptionKeys) =>
  sealAgain({ id, sealedSecret: sealed, secretKeyEncryptionKeyId: keyId }, keys);

/** Every column that is sealed, but the hints of provider sessions (decision 121). */
export const SEALED_ROWS: readonly SealedRows[] = [
  {
    ...{ noun: "signingKeys", table: "signing_key", key: { kid: "text" }, again: privateKey },
    ...{ sealed: "sealed_private_jwk", keyId: "key_encryption_key_id" },
  },
  {
    ...{ noun: "clientSecrets", table: "client", key: { id: "text" }, again: clientSecret },
    ...{ sealed: "sealed_secret", keyId: "secret_key_encryption_key_id" },
  },
  {
    ...{ noun: "mails", table: "mail_delivery", key: BY_ID, again: textOf((id = "") => ["mail", id]) },
    ...{ sealed: "sealed_parameters", keyId: "key_encryption_key_id" },
  },
  {
    ...{ noun: "totpSecrets", table: "totp_factor", key: BY_ID, ...SECRET, owner: ["user_id", "id"] },
    again: textOf((userId = "", id = "") => totpOwner(userId, id)),
  },
  {
    ...{ noun: "providerSecrets", table: "identity_provider", key: BY_ID, ...SECRET },
    again: textOf((id = "") => providerOwner(id)),
  },
  ...[SECRET, PREVIOUS_SECRET].flatMap((columns): readonly SealedRows[] => [
    { noun: "webhookKeys", table: "webhook", key: BY_ID, ...columns, again: textOf((id = "") => webhookOwner(id)) },
    { noun: "hookKeys", table: "hook", key: BY_ID, ...columns, again: textOf((id = "") => hookOwner(id)) },
  ]),
  {
    ...{ noun: "importPieces", table: "import_piece", key: { job_id: "uuid", number: "integer" } },
    ...{ sealed: "sealed_lines", keyId: "key_encryption_key_id" },
    again: textOf((jobId = "", number = "") => pieceOwner(jobId, Number(number))),
  },
  ...(["request", "reply"] as const).map((what): SealedRows => {
    const keyId = what === "request" ? "key_encryption_key_id" : "reply_key_encryption_key_id";
    const again = textOf((caller = "", key = "") => idempotencyOwner(what, { caller, key }));
    const key = { caller: "text", key: "text" } as const;
    return { noun: "idempotencyKeys", table: "idempotency_key", key, sealed: `sealed_${what}`, keyId, again };
  }),
];

const textsOf = (columns: readonly string[]) => `ARRAY[${columns.map((column) => `${column}::text`).join(", ")}]`;
const rowOf = (names: readonly string[]) => `(${names.join(", ")})`;

/**
 * The statements of one kind of row. Rows are sealed again between two statements, while nothing is locked. The second
 * one changes those that are still as they were read, and that no one holds: no one waits for a secret to be sealed.
 */
export function resealingStatements({ table, key, owner = Object.keys(key), sealed, keyId }: SealedRows) {
  const names = Object.keys(key);
  const types = Object.values(key);
  const columns = `${textsOf(names)} AS key, ${textsOf(owner)} AS owner, ${sealed} AS sealed, ${keyId} AS "keyId"`;
  const after = rowOf(types.map((type, n) => `($3::text[])[${n + 1}]::${type}`));
  const given = types.map((type, n) => `$${n + 2}::${type}[]`);
  const [before, anew] = [`$${types.length + 2}::bytea[]`, `$${types.length + 3}::bytea[]`];
  const is = (one: string, other: string) => names.map((name) => `${one}.${name} = ${other}.${name}`).join(" AND ");
  return {
    /** `$1` the id of the first key, `$2` how many rows, `$3` the key of the last row before, or null. */
    next: `
      SELECT ${columns} FROM ${table}
       WHERE ${keyId} <> $1 AND ($3::text[] IS NULL OR ${rowOf(names)} > ${after})
       ORDER BY ${names.join(", ")} LIMIT $2`,
    /** `$1` the ids of all keys. */
    foreign: `SELECT ${columns} FROM ${table} WHERE ${keyId} <> ALL ($1::text[]) LIMIT 1`,
    /** `$1` the id of the first key, then the columns of the primary key, what was sealed before, and what is now. */
    seal: `
      WITH again AS (
        SELECT ${names.map((name) => `t.${name}`).join(", ")}, g.anew
          FROM unnest(${[...given, before, anew].join(", ")}) AS g ${rowOf([...names, "before", "anew"])}
          JOIN ${table} t ON ${is("t", "g")} WHERE t.${sealed} = g.before
           FOR NO KEY UPDATE OF t SKIP LOCKED)
      UPDATE ${table} t SET ${sealed} = again.anew, ${keyId} = $1 FROM again WHERE ${is("t", "again")}`,
  };
}
