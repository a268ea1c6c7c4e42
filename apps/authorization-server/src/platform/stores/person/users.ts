/** People: OIDC Core §5.1. What the sign-in and the pages read of an account. */
import type { Database } from "@countersign/database";
import { type EmailAddress, type Factor, namesOf, readEmailAddress, type UserClaims } from "@countersign/rules";
import { type By, type Occurrence, recordAudit } from "../audit/audit-events.ts";
import { autocommit, inTransaction, type Query } from "../transaction.ts";
import { HAS_USERNAME, usernameValues } from "./usernames.ts";

export interface Account {
  readonly id: string;
  /** argon2id in PHC form; none for an account that cannot sign in by password. */
  readonly passwordHash: string | null;
  readonly factors: readonly Factor[];
  /** When the person was last offered to add a passkey. */
  readonly passkeyOfferedAt: Date | null;
}

/** The claims as they are stored: a claim that we do not have is null. The service itself sets `updated_at`. */
export type HeldClaims = { readonly [K in keyof UserClaims]-?: Exclude<UserClaims[K], undefined> | null } & {
  readonly updated_at: Date;
};

/** What choosing a password needs to know about a person. */
export interface PersonWithPassword extends Omit<Account, "factors" | "passkeyOfferedAt"> {
  readonly username: string;
  /** Names that may not be the password. */
  readonly names: readonly string[];
}

export interface UserStore {
  /**
   * The enabled account of a username, in any spelling that `foldUsername` treats as equal, or of a proved email
   * address. No new account has the name of another one. Where an older version allowed that, it is the older account.
   */
  findForSignIn(username: string): Promise<Account | undefined>;
  /** The enabled account of a person who chooses a password. */
  findForPassword(userId: string): Promise<PersonWithPassword | undefined>;
  /** The factors of an enabled account, in the order of the table of factors. */
  factorsOf(userId: string): Promise<readonly Factor[]>;
  /** The same, and since when proofs count: those from before the password was set, or all access ended, do not. */
  findProving(userId: string): Promise<{ readonly has: readonly Factor[]; readonly countsSince: Date | null }>;
  /** Demands another password from a person who signed in with one that others know. */
  requirePasswordChange(userId: string, by: Occurrence): Promise<void>;
  /** Stores another hash of the same password, if the account still has this one. */
  replacePasswordHash(userId: string, held: string, passwordHash: string): Promise<void>;
  /** The username of a person, as it was written when the account was made. */
  usernameOf(userId: string): Promise<string | undefined>;
  /** The email address of an enabled account, if it was proved. */
  provedAddressOf(userId: string): Promise<EmailAddress | undefined>;
  /** Every standard claim we hold about a person. */
  claims(userId: string): Promise<HeldClaims | undefined>;
  /** The same claims about the person of an authorization. */
  claimsBehind(authorizationId: string): Promise<HeldClaims | undefined>;
  /**
   * Records a failed sign-in. The username is recorded only if it belongs to an account: otherwise it may be a password
   * that was typed into the wrong field.
   */
  recordFailedSignIn(
    userId: string | undefined,
    by: Occurrence,
    type?: "sign_in_failed" | "second_factor_failed",
  ): Promise<void>;
  /**
   * Writes the audit row for a source that tried too often. The row does not contain the username that was tried: it
   * may be a password that was typed into the wrong field.
   */
  recordLimitedSignIn(by: Occurrence): Promise<void>;
}

export function userStore({ pool }: Pick<Database, "pool">): UserStore {
  return {
    async findForSignIn(username) {
      const values = usernameValues(username);
      if (values === undefined) return undefined;
      const found = await pool.query<Account>({
        name: "user-sign-in",
        text: FIND,
        values: [...values, readEmailAddress(username)?.canonical],
      });
      return found.rows[0];
    },

    async findForPassword(userId) {
      const found = await pool.query({ name: "user-password", text: FOR_PASSWORD, values: [userId] });
      const [row] = found.rows;
      if (row === undefined) return undefined;
      const { id, username, passwordHash, ...others } = row;
      return { id, username, passwordHash, names: namesOf({ username, ...others }) };
    },

    factorsOf: (userId) => factorsOf(autocommit(pool), userId),

    async findProving(userId) {
      const [account] = await autocommit(pool)(FACTORS_OF, [userId]);
      const has = (account?.factors as readonly Factor[] | undefined) ?? [];
      return { has, countsSince: (account?.countsSince as Date | null | undefined) ?? null };
    },

    requirePasswordChange: (userId, { address, at }) =>
      inTransaction(pool, async (query) => {
        await requirePasswordChange(query, userId, { actor: { kind: "system" }, address, at });
      }),

    async replacePasswordHash(userId, held, passwordHash) {
      await pool.query("UPDATE end_user SET password_hash = $3 WHERE id = $1 AND password_hash = $2", [
        userId,
        held,
        passwordHash,
      ]);
    },

    async usernameOf(userId) {
      const found = await pool.query<{ username: string }>("SELECT username FROM end_user WHERE id = $1", [userId]);
      return found.rows[0]?.username;
    },

    async provedAddressOf(userId) {
      const found = await pool.query<{ email: string }>(PROVED_ADDRESS, [userId]);
      return found.rows[0] && readEmailAddress(found.rows[0].email);
    },

    async claims(userId) {
      const found = await pool.query<HeldClaims>({ name: "user-claims", text: CLAIMS, values: [userId] });
      return found.rows[0];
    },

    async claimsBehind(authorizationId) {
      const values = [authorizationId];
      const found = await pool.query<HeldClaims>({ name: "user-claims-behind", text: CLAIMS_BEHIND, values });
      return found.rows[0];
    },

    recordFailedSignIn: (userId, by, type = "sign_in_failed") =>
      inTransaction(pool, (query) => recordAudit(query, { type, actor: { kind: "person", userId }, userId, ...by })),

    recordLimitedSignIn: (by) =>
      inTransaction(pool, (query) => {
        const actor = { kind: "person", userId: undefined } as const;
        return recordAudit(query, { type: "sign_in_limited", actor, ...by });
      }),
  };
}

/** The factors of an enabled account, read by a transaction. */
export async function factorsOf(query: Query, userId: string): Promise<readonly Factor[]> {
  const [account] = await query(FACTORS_OF, [userId]);
  return (account?.factors as readonly Factor[] | undefined) ?? [];
}

/** How the factors of a person are found, in their row of `end_user`. */
const HELD_FACTORS: Readonly<Partial<Record<Factor, string>>> = {
  password: "password_hash IS NOT NULL",
  totp: "EXISTS (SELECT FROM totp_factor f WHERE f.user_id = end_user.id)",
  "recovery-code": "EXISTS (SELECT FROM recovery_code f WHERE f.user_id = end_user.id AND f.used_at IS NULL)",
  passkey: `EXISTS (SELECT FROM passkey p WHERE p.user_id = end_user.id AND p."use" = 'sign-in')`,
  "security-key": `EXISTS (SELECT FROM passkey p WHERE p.user_id = end_user.id AND p."use" = 'second-factor')`,
  federated: `EXISTS (SELECT FROM federated_identity i JOIN identity_provider p ON p.id = i.provider_id
                       WHERE i.user_id = end_user.id AND p.disabled_at IS NULL)`,
};

/** The column with the factors of a person. */
export const FACTORS = `ARRAY_REMOVE(ARRAY[${Object.entries(HELD_FACTORS)
  .map(([factor, isHeld]) => `CASE WHEN ${isHeld} THEN '${factor}' END`)
  .join(", ")}], NULL) AS factors`;

const FACTORS_OF = `
  SELECT ${FACTORS}, GREATEST(password_changed_at, access_ended_at) AS "countsSince"
    FROM end_user WHERE id = $1 AND disabled_at IS NULL`;

// The fold may make another address of a text, such as `strasse` of `straße`. Then the address that was typed counts.
const IS_ADDRESS_ALONE = "($1 <> $3 AND email_canonical = $3 AND email_verified_at IS NOT NULL) IS TRUE";

const FIND = `
  SELECT id, password_hash AS "passwordHash", passkey_offered_at AS "passkeyOfferedAt", ${FACTORS} FROM end_user
   WHERE (${HAS_USERNAME} OR (email_canonical = $3 AND email_verified_at IS NOT NULL)) AND disabled_at IS NULL
   ORDER BY ${IS_ADDRESS_ALONE} DESC, (username_folded IS NULL AND ${HAS_USERNAME}) IS TRUE DESC, created_at, id
   LIMIT 1`;

/**
 * Demands another password from a person before anything is issued to them, in the transaction of the act. Returns
 * false if there is no such account, or if another password is demanded already.
 */
export async function requirePasswordChange(query: Query, userId: string, by: By): Promise<boolean> {
  if ((await query(REQUIRE_CHANGE, [userId, by.at])).length === 0) return false;
  await recordAudit(query, { type: "password_change_required", userId, ...by });
  return true;
}

const REQUIRE_CHANGE = `
  UPDATE end_user SET password_change_required_at = $2
   WHERE id = $1 AND password_hash IS NOT NULL AND password_change_required_at IS NULL RETURNING id`;

const FOR_PASSWORD = `
  SELECT id, password_hash AS "passwordHash", username, name, given_name, family_name, middle_name, nickname,
         preferred_username, email
    FROM end_user WHERE id = $1 AND disabled_at IS NULL`;

const PROVED_ADDRESS = `
  SELECT email FROM end_user WHERE id = $1 AND email_verified_at IS NOT NULL AND disabled_at IS NULL`;

const HELD = `
         name, given_name, family_name, middle_name, nickname, preferred_username, profile, picture, website, gender,
         birthdate, zoneinfo, locale, email, email_verified, phone_number, phone_number_verified, address`;

const CLAIMS = `SELECT ${HELD}, updated_at FROM end_user WHERE id = $1`;

const CLAIMS_BEHIND = `
  SELECT ${HELD}, updated_at FROM end_user WHERE id = (SELECT user_id FROM "authorization" a WHERE a.id = $1)`;

/**
 * A condition on `end_user`: a mailed link may set the password. The person has one, or has no other way to sign in. A
 * person who signs in only by passkeys gets no link.
 */
export const MAY_RESET = `(password_hash IS NOT NULL
  OR NOT EXISTS (SELECT FROM passkey p WHERE p.user_id = end_user.id AND p."use" = 'sign-in'))`;
