/**
 * The columns of a client's row. Those of its metadata are derived from the client record; the others are listed here.
 */
import { asBytea } from "@countersign/database";
import {
  type Checked,
  CLIENT_ROWS,
  type Client,
  type ClientMembers,
  clientFields,
  keptMembers,
  type SecretHash,
  type StoredMetadata,
} from "@countersign/rules";

// RFC 6749 §A.1: a client identifier is visible ASCII. No other identifier is sent to the database. The URL of a
// metadata document is the longest.
export const CLIENT_ID = /^[\x20-\x7E]{1,512}$/;

/** The properties that requests of a client with this metadata are checked against, as its row will have them. */
export const checkedOf = (metadata: StoredMetadata): Checked => clientFields(metadata);

/** The columns of the metadata, and the values for them in the same order. */
export const metadataColumns = CLIENT_ROWS.map(({ column }) => column).join(", ");
export const metadataValues = (metadata: StoredMetadata) => CLIENT_ROWS.map((row) => row.stored(metadata));

/** The fields of a client that replaced its registration, and the values for the columns. */
export const fieldsAfter = (before: ClientMembers, metadata: StoredMetadata): ClientMembers => ({
  ...clientFields(metadata),
  ...keptMembers(before, metadata),
});
export function replacedValues(before: ClientMembers, metadata: StoredMetadata): readonly unknown[] {
  const kept = keptMembers(before, metadata);
  return CLIENT_ROWS.map(({ field, stored }) => (field in kept ? (kept[field] ?? null) : stored(metadata)));
}

/** The placeholders of the metadata's values in a statement where `before` other values precede them. */
export const metadataPlaceholders = (before: number) =>
  CLIENT_ROWS.map((_, index) => `$${before + index + 1}`).join(", ");

/**
 * The columns of a client that are not metadata.
 *
 * @internal A test compares both kinds with the table.
 */
export const STATE_COLUMNS = [
  "id",
  "secret_hash",
  "sealed_secret",
  "secret_key_encryption_key_id",
  "secret_expires_at",
  "previous_secret_hash",
  "previous_secret_expires_at",
  "sealed_unused_secret",
  "registration_access_token_hash",
  "previous_registration_access_token_hash",
  "sealed_registration_access_token",
  "initial_access_token_id",
  "registered_openly",
  "resource_server",
  "revision",
  "times_ended",
  "claim_mapping",
  "claims_hook_id",
  "last_used_at",
  "disabled_at",
  "created_at",
  "managed_by",
] as const;

/** The stored form of a client's secret. */
export interface StoredSecret {
  readonly secretHash: SecretHash;
  readonly sealedSecret: Uint8Array | undefined;
  readonly secretKeyEncryptionKeyId: string | undefined;
}

interface NewRow extends Partial<Pick<Client, "secretHash" | "sealedSecret" | "secretKeyEncryptionKeyId">> {
  readonly id: string;
  readonly metadata: StoredMetadata;
  /** The fields of this metadata, if they are known. */
  readonly fields?: ClientMembers | undefined;
  readonly secretExpiresAt?: Date | undefined;
  readonly registrationAccessTokenHash?: SecretHash;
}

/** The row of a new client, by its columns, as the object that `jsonb_populate_record` reads. */
export function newRow(
  { id, metadata, fields = clientFields(metadata), ...secret }: NewRow,
  at: Date,
): Readonly<Record<string, unknown>> {
  const row: Record<string, unknown> = {
    id,
    secret_hash: bytea(secret.secretHash),
    sealed_secret: bytea(secret.sealedSecret),
    secret_key_encryption_key_id: secret.secretKeyEncryptionKeyId,
    secret_expires_at: secret.secretHash && secret.secretExpiresAt,
    registration_access_token_hash: bytea(secret.registrationAccessTokenHash),
    created_at: at,
  };
  for (const { column, field } of CLIENT_ROWS) {
    const value = fields[field];
    if (value !== undefined) row[column] = value; // an object of fewer members is written sooner
  }
  return row;
}

const bytea = (bytes: Uint8Array | undefined) => bytes && asBytea(Buffer.from(bytes));

/** The columns of a client's secret, for code that authenticates clients or signs for them. */
export const SECRET_COLUMNS = `
         secret_hash AS "secretHash", sealed_secret AS "sealedSecret",
         secret_key_encryption_key_id AS "secretKeyEncryptionKeyId", secret_expires_at AS "secretExpiresAt",
         previous_secret_hash AS "previousSecretHash", previous_secret_expires_at AS "previousSecretExpiresAt",
         sealed_unused_secret IS NOT NULL AS "hasUnusedSecret"`;

/** The values for the stored secret, in the order hash, sealed, key. */
export const secretValues = ({
  secretHash,
  sealedSecret,
  secretKeyEncryptionKeyId,
}: Partial<Pick<Client, "secretHash" | "sealedSecret" | "secretKeyEncryptionKeyId">>) => [
  secretHash ?? null,
  sealedSecret === undefined ? null : Buffer.from(sealedSecret),
  secretKeyEncryptionKeyId ?? null,
];

const stateColumns = `
         id, resource_server AS "resourceServer", registration_access_token_hash IS NOT NULL AS "hasRegistrationToken",
         last_used_at AS "lastUsedAt", claim_mapping AS "claimMapping",
         claims_hook_id AS "claimsHookId", revision, times_ended AS "timesEnded",
         EXISTS (SELECT FROM client_logo l WHERE l.client_id = client.id) AS "hasLogo"`;

const selected = (rows: typeof CLIENT_ROWS) =>
  [stateColumns, ...rows.map(({ column, field }) => `${column} AS "${field}"`)].join(", ");

/** The columns that a `Client` is read from, without its secret. */
export const CLIENT_COLUMNS = selected(CLIENT_ROWS.filter(({ inRequests }) => inRequests));

/** The same columns and all others that are registered: a `ClientRecord`. */
export const RECORD_COLUMNS = selected(CLIENT_ROWS);

/** A row as the driver returns it: an absent value is null. */
export type Row<T> = { [K in keyof T]-?: undefined extends T[K] ? Exclude<T[K], undefined> | null : T[K] };

export const clientOf = (row: Row<Client>): Client => Object.freeze(present(row));

/** A row with undefined in place of the driver's null. Times that may be null stay null. */
export function present<T extends object>(row: Row<T>): T {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    value === null && !name.endsWith("At") ? undefined : value,
  ]);
  return Object.fromEntries(entries);
}
