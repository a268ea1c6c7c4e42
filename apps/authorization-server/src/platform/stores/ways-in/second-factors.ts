/**
 * Second factors at a sign-in: authenticator apps, recovery codes and remembered devices. A statement that accepts a
 * code says who won: each code is accepted once.
 */
import { randomUUID } from "node:crypto";
import type { Database } from "@countersign/database";
import { after, hashSecret, newSecret, type Secret } from "@countersign/rules";
import { type Occurrence, recordAudit } from "../audit/audit-events.ts";
import { inTransaction, type Query } from "../transaction.ts";

/** An authenticator app, with its sealed secret. */
export interface TotpFactor {
  readonly id: string;
  readonly sealed: Uint8Array;
  readonly keyEncryptionKeyId: string;
}

/** The row that the secret of an app is sealed for. The sealed secret of another person does not open. */
export const totpOwner = (userId: string, id: string) => ["totp", userId, id] as const;

/** A sign-in by a second factor. */
export interface FactorUse extends Occurrence {
  readonly userId: string;
  /** Whether the account is known in this browser. */
  readonly isKnownDevice: boolean;
}

/** Statements that belong into the same transaction. */
type Also<T> = (query: Query, result: T) => Promise<void>;

/** Second factors as their person sees them. */
export interface ListedFactors {
  readonly apps: readonly { readonly id: string; readonly name: string; readonly lastUsedAt: Date }[];
  /** With the User-Agent of each. */
  readonly devices: readonly { readonly id: string; readonly label: string; readonly expiresAt: Date }[];
  readonly codesLeft: number;
}

export interface SecondFactorStore {
  /** The authenticator apps of an enabled account. */
  totpOf(userId: string): Promise<readonly TotpFactor[]>;
  /**
   * Accepts the code of a time step. Returns false if the code of this step or a later one was accepted before (RFC
   * 6238 §5.2), or if the app was removed.
   */
  useTotp(id: string, step: number, use: FactorUse): Promise<boolean>;
  /** The hash of an unused recovery code of an enabled account. */
  recoveryHash(userId: string, number: number): Promise<string | undefined>;
  /**
   * Accepts a recovery code. Returns how many are left; `undefined` if it was used or replaced before.
   *
   * @param also if it is accepted
   */
  useRecoveryCode(
    code: { readonly number: number; readonly hash: string },
    use: FactorUse,
    also: Also<void>,
  ): Promise<number | undefined>;
  /** How many attempts failed in a row, in known browsers or in all others. */
  failuresOf(use: Pick<FactorUse, "userId" | "isKnownDevice">): Promise<number>;
  /** Records a failed attempt. `also` is given how many failed in a row, this one included. */
  recordFailure(use: FactorUse, also: Also<number>): Promise<number>;
  /** The kind of second factor that a person wants to be asked for first; `undefined` if they did not choose. */
  preferredOf(userId: string): Promise<string | undefined>;
  /** What a person sees of their second factors. */
  listOf(userId: string, at: Date): Promise<ListedFactors>;
  /** Whether a secret is that of a remembered device of this person, which it then records as used. */
  useRememberedDevice(userId: string, secret: string, at: Date): Promise<boolean>;
  /** Remembers a browser and returns its secret. The secret is of no use if all access ended after that time. */
  rememberDevice(device: {
    readonly userId: string;
    readonly label: string;
    readonly at: Date;
    readonly ttlSeconds: number;
  }): Promise<Secret>;
}

export function secondFactorStore({ pool }: Pick<Database, "pool">): SecondFactorStore {
  const one = async (text: string, values: readonly unknown[]): Promise<Record<string, unknown> | undefined> =>
    (await pool.query(text, [...values])).rows[0];

  return {
    totpOf: async (userId) => (await pool.query<TotpFactor>(TOTP_OF, [userId])).rows,

    useTotp: async (id, step, { userId, isKnownDevice, at }) =>
      (await one(USE_TOTP, [id, step, at, userId, isKnownDevice])) !== undefined,

    async recoveryHash(userId, number) {
      const found = await one(RECOVERY_HASH, [userId, number]);
      return found?.hash as string | undefined;
    },

    useRecoveryCode: ({ number, hash }, use, also) =>
      inTransaction(pool, async (query) => {
        const { userId, isKnownDevice, at, address, reference } = use;
        const [used] = await query(USE_RECOVERY_CODE, [userId, number, hash, at]);
        if (used === undefined) return undefined;
        await query(FORGET_FAILURES, [userId, isKnownDevice]);
        await recordAudit(query, { type: "recovery_code_used", ...by(userId), userId, at, address, reference });
        await also(query);
        const [left] = await query(LEFT, [userId]);
        return Number(left?.left);
      }),

    async failuresOf({ userId, isKnownDevice }) {
      return Number((await one(FAILURES, [userId, isKnownDevice]))?.count ?? 0);
    },

    recordFailure: ({ userId, isKnownDevice, at, address, reference }, also) =>
      inTransaction(pool, async (query) => {
        const [row] = await query(COUNT_FAILURE, [userId, isKnownDevice]);
        const count = Number(row?.count ?? 0);
        await recordAudit(query, { type: "second_factor_failed", ...by(userId), userId, at, address, reference });
        await also(query, count);
        return count;
      }),

    preferredOf: async (userId) =>
      ((await one("SELECT preferred_factor AS preferred FROM end_user WHERE id = $1", [userId]))?.preferred ??
        undefined) as string | undefined,

    async listOf(userId, at) {
      const apps = await pool.query<ListedFactors["apps"][number]>(APPS, [userId]);
      const devices = await pool.query<ListedFactors["devices"][number]>(DEVICES, [userId, at]);
      return { apps: apps.rows, devices: devices.rows, codesLeft: Number((await one(LEFT, [userId]))?.left) };
    },

    useRememberedDevice: async (userId, secret, at) =>
      (await one(USE_DEVICE, [userId, hashSecret(secret), at])) !== undefined,

    async rememberDevice({ userId, label, at, ttlSeconds }) {
      const secret = newSecret();
      await one(REMEMBER, [randomUUID(), userId, hashSecret(secret), label, at, after(at, ttlSeconds)]);
      return secret;
    },
  };
}

const by = (userId: string) => ({ actor: { kind: "person", userId } }) as const;

const TOTP_OF = `
  SELECT t.id, t.sealed_secret AS sealed, t.key_encryption_key_id AS "keyEncryptionKeyId"
    FROM totp_factor t JOIN end_user u ON u.id = t.user_id AND u.disabled_at IS NULL
   WHERE t.user_id = $1 ORDER BY t.last_used_at DESC`;

// A factor is used while its person is there: an erasure locks the person first, too.
const PERSON = (id: string) => `person AS MATERIALIZED (SELECT id FROM end_user WHERE id = ${id} FOR KEY SHARE)`;

const USE_TOTP = `
  WITH ${PERSON("$4")}, used AS (
    UPDATE totp_factor t SET last_step = $2, last_used_at = $3 FROM person
     WHERE t.id = $1 AND t.user_id = person.id AND last_step < $2 RETURNING t.id
  ), forgotten AS (
    DELETE FROM second_factor_failure WHERE user_id = $4 AND is_known_device = $5 AND EXISTS (SELECT FROM used)
  )
  SELECT id FROM used`;

const RECOVERY_HASH = `
  SELECT c.hash FROM recovery_code c JOIN end_user u ON u.id = c.user_id AND u.disabled_at IS NULL
   WHERE c.user_id = $1 AND c.number = $2 AND c.used_at IS NULL`;

// The hash is compared so that a code of a set that was just replaced is not accepted.
const USE_RECOVERY_CODE = `
  WITH ${PERSON("$1")}
  UPDATE recovery_code c SET used_at = $4 FROM person
   WHERE c.user_id = person.id AND number = $2 AND hash = $3 AND used_at IS NULL
  RETURNING number`;

const LEFT = "SELECT count(*) AS left FROM recovery_code WHERE user_id = $1 AND used_at IS NULL";

const FORGET_FAILURES = "DELETE FROM second_factor_failure WHERE user_id = $1 AND is_known_device = $2";

const FAILURES = "SELECT count FROM second_factor_failure WHERE user_id = $1 AND is_known_device = $2";

const COUNT_FAILURE = `
  WITH ${PERSON("$1")}
  INSERT INTO second_factor_failure AS f (user_id, is_known_device, count)
  SELECT id, $2, 1 FROM person
  ON CONFLICT (user_id, is_known_device) DO UPDATE SET count = f.count + 1 RETURNING f.count`;

const APPS = `SELECT id, name, last_used_at AS "lastUsedAt" FROM totp_factor WHERE user_id = $1 ORDER BY created_at`;

const DEVICES = `
  SELECT id, label, expires_at AS "expiresAt" FROM remembered_device WHERE user_id = $1 AND expires_at > $2
   ORDER BY last_used_at DESC`;

const USE_DEVICE = `
  UPDATE remembered_device SET last_used_at = $3 WHERE user_id = $1 AND secret_hash = $2 AND expires_at > $3
  RETURNING id`;

const REMEMBER = `
  INSERT INTO remembered_device (id, user_id, secret_hash, label, created_at, last_used_at, expires_at)
  SELECT $1, id, $3, $4, $5, $5, $6 FROM end_user
   WHERE id = $2 AND COALESCE(access_ended_at <= $5, true) FOR SHARE`;
