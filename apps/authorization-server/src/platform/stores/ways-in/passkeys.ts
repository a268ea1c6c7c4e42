/** Passkeys and security keys (WebAuthn Level 3): what a sign-in and the pages of a person read of them. */
import { randomBytes } from "node:crypto";
import type { Database } from "@countersign/database";
import type { CredentialState, Factor, KnownCredential, PasskeyUse } from "@countersign/rules";
import { type Occurrence, recordAudit } from "../audit/audit-events.ts";
import { FACTORS } from "../person/users.ts";
import { inTransaction } from "../transaction.ts";

/** A credential as a ceremony needs it, with its person. */
export interface StoredPasskey extends CredentialState {
  readonly id: string;
  readonly userId: string;
  readonly username: string;
  /** By which authenticators know the person, in base64url. */
  readonly userHandle: string;
  /** Whether the person may sign in. */
  readonly isEnabled: boolean;
  /** The factors that the person has. */
  readonly factors: readonly Factor[];
  readonly use: PasskeyUse;
  /** In base64url. */
  readonly credentialId: string;
  /** COSE_Key. */
  readonly publicKey: Uint8Array;
}

/** A credential as its person sees it. */
export interface ListedPasskey extends KnownCredential {
  /** Ours; `id` is the credential ID in base64url, which the authenticator chose. */
  readonly passkeyId: string;
  readonly use: PasskeyUse;
  readonly name: string;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
}

/** A person as authenticators show them. */
export interface PasskeyUser {
  /** 32 random bytes in base64url, the same for all credentials of the person (§14.6.1). */
  readonly handle: string;
  readonly name: string;
  readonly displayName: string;
}

export interface PasskeyStore {
  /** The credential with this ID (base64url), of any person. */
  find(credentialId: string): Promise<StoredPasskey | undefined>;
  /**
   * Records that a credential was used, in one statement. Returns false if it was removed, or if its counter does not
   * go on (§6.1.1): of two uses with the same counter one wins.
   */
  recordUse(id: string, used: { signCount: number; backedUp: boolean; at: Date }): Promise<boolean>;
  /** Records that the counter of a credential did not increase: there may be a copy of it. */
  recordCloned(passkey: Pick<StoredPasskey, "id" | "userId">, by: Occurrence): Promise<void>;
  /** The credentials of a person, the oldest first. */
  listOf(userId: string): Promise<readonly ListedPasskey[]>;
  /** Records that a person was offered to add a passkey. */
  recordOffer(userId: string, at: Date): Promise<void>;
  /** Whether a person has no password, so that they sign in only by passkeys. */
  waysInOf(userId: string): Promise<{ readonly passwordless: boolean }>;
  /** The person as authenticators show them. Makes the handle when it is first needed. */
  userOf(userId: string): Promise<PasskeyUser | undefined>;
  /** How many credentials were made for another RP ID. They work no more. */
  countForeign(rpId: string | undefined): Promise<number>;
}

const HANDLE_BYTES = 32;

export function passkeyStore({ pool }: Pick<Database, "pool">): PasskeyStore {
  return {
    async find(credentialId) {
      const values = [Buffer.from(credentialId, "base64url")];
      const { rows } = await pool.query<PasskeyRow>({ name: "passkey-find", text: FIND, values });
      return rows[0] && storedOf(rows[0]);
    },

    async recordUse(id, { signCount, backedUp, at }) {
      const values = [id, signCount, backedUp, at];
      return (await pool.query({ name: "passkey-use", text: USE, values })).rowCount === 1;
    },

    recordCloned: ({ id, userId }, by) =>
      inTransaction(pool, (query) => {
        const actor = { kind: "person", userId } as const;
        return recordAudit(query, { type: "passkey_cloned", actor, userId, ...by, detail: { passkeyId: id } });
      }),

    async listOf(userId) {
      const { rows } = await pool.query<ListedRow>({ name: "passkey-list", text: LIST, values: [userId] });
      return rows.map(({ credentialId, lastUsedAt, ...row }) => ({
        ...row,
        id: credentialId.toString("base64url"),
        lastUsedAt: lastUsedAt ?? undefined,
      }));
    },

    async recordOffer(userId, at) {
      await pool.query("UPDATE end_user SET passkey_offered_at = $2 WHERE id = $1", [userId, at]);
    },

    async waysInOf(userId) {
      const { rows } = await pool.query<{ passwordless: boolean }>(PASSWORDLESS, [userId]);
      return { passwordless: rows[0]?.passwordless ?? true };
    },

    async userOf(userId) {
      const found = (await pool.query<UserRow>(USER, [userId])).rows[0];
      if (found === undefined || found.handle !== null) return found && userOf(found);
      return pool
        .query<UserRow>(MAKE_HANDLE, [userId, randomBytes(HANDLE_BYTES)])
        .then(({ rows: [made] }) => made && userOf(made));
    },

    async countForeign(rpId) {
      const { rows } = await pool.query<{ count: number }>(FOREIGN, [rpId ?? null]);
      return rows[0]?.count ?? 0;
    },
  };
}

interface PasskeyRow extends Omit<StoredPasskey, "signCount" | "credentialId" | "userHandle"> {
  /** A bigint comes as text. */
  readonly signCount: string;
  readonly credentialId: Buffer;
  readonly userHandle: Buffer;
}

interface ListedRow extends Omit<ListedPasskey, "id" | "lastUsedAt"> {
  readonly credentialId: Buffer;
  readonly lastUsedAt: Date | null;
}

interface UserRow {
  readonly handle: Buffer | null;
  readonly name: string;
  readonly displayName: string;
}

const storedOf = ({ signCount, credentialId, userHandle, ...row }: PasskeyRow): StoredPasskey => ({
  ...row,
  signCount: Number(signCount),
  credentialId: credentialId.toString("base64url"),
  userHandle: userHandle.toString("base64url"),
});

const userOf = ({ handle, ...names }: UserRow): PasskeyUser => ({
  ...names,
  handle: handle?.toString("base64url") ?? "",
});

const FIND = `
  SELECT k.id, k.user_id AS "userId", end_user.username, end_user.webauthn_user_handle AS "userHandle",
         end_user.disabled_at IS NULL AS "isEnabled", k."use", k.credential_id AS "credentialId",
         k.public_key AS "publicKey", k.sign_count AS "signCount", k.backup_eligible AS "backupEligible", ${FACTORS}
    FROM passkey k JOIN end_user ON end_user.id = k.user_id
   WHERE k.credential_id = $1`;

const USE = `
  UPDATE passkey SET sign_count = $2, backed_up = $3, last_used_at = $4
   WHERE id = $1 AND (backup_eligible OR sign_count < $2 OR (sign_count = 0 AND $2 = 0))`;

const LIST = `
  SELECT id AS "passkeyId", credential_id AS "credentialId", transports, "use", name,
         backup_eligible AS "backupEligible", backed_up AS "backedUp", created_at AS "createdAt",
         last_used_at AS "lastUsedAt"
    FROM passkey WHERE user_id = $1 ORDER BY created_at, id`;

const PASSWORDLESS = "SELECT password_hash IS NULL AS passwordless FROM end_user WHERE id = $1";

const NAMES = `username AS name, COALESCE(name, username) AS "displayName"`;

const USER = `SELECT webauthn_user_handle AS handle, ${NAMES} FROM end_user WHERE id = $1`;

// Of two concurrent callers, both get the handle of the first.
const MAKE_HANDLE = `
  UPDATE end_user SET webauthn_user_handle = COALESCE(webauthn_user_handle, $2) WHERE id = $1
  RETURNING webauthn_user_handle AS handle, ${NAMES}`;

const FOREIGN = `SELECT count(*)::int AS count FROM passkey WHERE rp_id IS DISTINCT FROM $1`;
