/** People: OIDC Core §5.1. Reading for sign-in and for the pages; what operators do to accounts is in the command's own stores. */
import type { Database } from "@countersign/database";
import type { UserClaims } from "@countersign/rules/claims";
import { audited } from "./audit-events.ts";
import { inTransaction } from "./transaction.ts";

export interface Account {
  readonly id: string;
  /** argon2id in PHC form; none for an account that cannot sign in by password. */
  readonly passwordHash: string | null;
}

export interface UserStore {
  /** The enabled account of a username, whatever its case. */
  findForSignIn(username: string): Promise<Account | undefined>;
  /** Every standard claim we hold about a person. */
  claims(userId: string): Promise<UserClaims | undefined>;
  /** Notes a failed sign-in. The username is kept only where it is an account's: it may be a password in the wrong box. */
  recordFailedSignIn(userId: string | undefined, by: { address: string; at: Date }): Promise<void>;
}

const LONGEST_USERNAME = 320;

export function userStore({ pool }: Pick<Database, "pool">): UserStore {
  return {
    async findForSignIn(username) {
      if (username.length > LONGEST_USERNAME || username.includes("\0")) return undefined;
      const found = await pool.query<Account>({ name: "user-sign-in", text: FIND, values: [username] });
      return found.rows[0];
    },

    async claims(userId) {
      const found = await pool.query<UserClaims>({ name: "user-claims", text: CLAIMS, values: [userId] });
      return found.rows[0];
    },

    recordFailedSignIn: (userId, { address, at }) =>
      inTransaction(pool, (query) => audited(query, { type: "sign_in_failed", actor: "user", userId, address, at })),
  };
}

const FIND = `
  SELECT id, password_hash AS "passwordHash" FROM end_user WHERE lower(username) = lower($1) AND disabled_at IS NULL`;

const CLAIMS = `
  SELECT name, given_name, family_name, middle_name, nickname, preferred_username, profile, picture, website, gender,
         birthdate, zoneinfo, locale, updated_at, email, email_verified, phone_number, phone_number_verified, address
    FROM end_user WHERE id = $1`;
