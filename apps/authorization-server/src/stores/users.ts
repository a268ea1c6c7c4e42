/** People: OIDC Core §5.1. What sign-in and the pages read of an account, and what an operator does to it. */
import { randomUUID } from "node:crypto";
import type { Database } from "@countersign/database";
import { foldUsername, type UserClaims, usernameLook } from "@countersign/rules";
import { audited } from "./audit-events.ts";
import { endAllOf } from "./ended-sessions.ts";
import { inTransaction, type Query } from "./transaction.ts";
import { FIRST_BY_USERNAME, HAS_USERNAME, usernameValues } from "./usernames.ts";

export interface Account {
  readonly id: string;
  /** argon2id in PHC form; none for an account that cannot sign in by password. */
  readonly passwordHash: string | null;
}

/** The claims as they are held: what we do not have is null, and `updated_at` is ours to say. */
export type HeldClaims = { readonly [K in keyof UserClaims]-?: Exclude<UserClaims[K], undefined> | null } & {
  readonly updated_at: Date;
};

export interface UserStore {
  /** The enabled account of a username, in whichever spelling (`foldUsername`). */
  findForSignIn(username: string): Promise<Account | undefined>;
  /** Every standard claim we hold about a person. */
  claims(userId: string): Promise<HeldClaims | undefined>;
  /** The same about the person who stands behind an authorization. */
  claimsBehind(authorizationId: string): Promise<HeldClaims | undefined>;
  /**
   * Notes a failed sign-in. The username is kept only where it is an account's: it may be a password in the wrong box.
   */
  recordFailedSignIn(userId: string | undefined, by: { address: string; at: Date }): Promise<void>;
  /**
   * Writes the audit row of a source that tried too often. What it tried stays out: it may be a password in the wrong
   * field.
   */
  recordLimitedSignIn(by: { address: string; at: Date }): Promise<void>;
}

export interface NewUser {
  readonly username: string;
  readonly passwordHash: string;
  readonly claims: UserClaims;
}

export interface UserSummary {
  readonly id: string;
  readonly username: string;
  readonly disabledAt: Date | null;
  readonly createdAt: Date;
}

/**
 * What an operator may do. Each act and its audit row are one transaction; usernames match as `foldUsername` compares
 * them.
 */
export interface UserAdministration {
  /**
   * Makes an account and returns its id; `undefined` when another account has this username, or one that looks like it.
   */
  add(user: NewUser, at: Date): Promise<string | undefined>;
  /** Every account, by username. */
  list(): Promise<readonly UserSummary[]>;
  find(username: string): Promise<UserSummary | undefined>;
  /**
   * Closes an account, ends its sessions and revokes what was issued in its name, so that enabling it again brings
   * nothing of that back. False when it was closed before.
   */
  disable(userId: string, at: Date): Promise<boolean>;
  /** Opens a closed account. False when it was open. */
  enable(userId: string, at: Date): Promise<boolean>;
  /**
   * Replaces the password, ends the account's sessions and revokes what was issued in its name. False when there is no
   * such account.
   */
  setPassword(userId: string, passwordHash: string, at: Date): Promise<boolean>;
}

export function userStore({ pool }: Pick<Database, "pool">): UserStore {
  return {
    async findForSignIn(username) {
      const values = usernameValues(username);
      if (values === undefined) return undefined;
      const found = await pool.query<Account>({ name: "user-sign-in", text: FIND, values: [...values] });
      return found.rows[0];
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

    recordFailedSignIn: (userId, { address, at }) =>
      inTransaction(pool, (query) => audited(query, { type: "sign_in_failed", actor: "user", userId, address, at })),

    recordLimitedSignIn: ({ address, at }) =>
      inTransaction(pool, (query) => audited(query, { type: "sign_in_limited", actor: "user", address, at })),
  };
}

export function userAdministration({ pool }: Pick<Database, "pool">): UserAdministration {
  return {
    add: ({ username, passwordHash, claims }, at) =>
      inTransaction(pool, async (query) => {
        const userId = randomUUID();
        const names = [username, foldUsername(username), usernameLook(username)];
        const added = await query(ADD, [userId, ...names, passwordHash, at, JSON.stringify(claims)]);
        if (added.length === 0) return undefined;

        await audited(query, { type: "user_added", actor: "operator", at, userId, detail: { username } });
        return userId;
      }),

    async list() {
      return (await pool.query<UserSummary>(`${SUMMARY} ORDER BY lower(username)`)).rows;
    },

    async find(username) {
      const values = usernameValues(username);
      if (values === undefined) return undefined;
      const found = await pool.query<UserSummary>(`${SUMMARY} WHERE ${HAS_USERNAME} ${FIRST_BY_USERNAME}`, [...values]);
      return found.rows[0];
    },

    disable: (userId, at) =>
      inTransaction(pool, async (query) => {
        if ((await query(DISABLE, [userId, at])).length === 0) return false;

        await endAccess(query, userId, at);
        await audited(query, { type: "user_disabled", actor: "operator", at, userId });
        return true;
      }),

    enable: (userId, at) =>
      inTransaction(pool, async (query) => {
        if ((await query(ENABLE, [userId])).length === 0) return false;

        await audited(query, { type: "user_enabled", actor: "operator", at, userId });
        return true;
      }),

    setPassword: (userId, passwordHash, at) =>
      inTransaction(pool, async (query) => {
        if ((await query(SET_PASSWORD, [userId, passwordHash])).length === 0) return false;

        await endAccess(query, userId, at);
        await audited(query, { type: "password_changed", actor: "operator", at, userId });
        return true;
      }),
  };
}

// Sessions first: a request that issues holds its session's row, so what it issues is there to be revoked when this
// has waited for it; and one that comes later finds no session.
async function endAccess(query: Query, userId: string, at: Date): Promise<void> {
  const sessions = await query("SELECT id FROM browser_session WHERE active_user_id = $1 FOR UPDATE", [userId]);
  const sessionIds = sessions.map((session) => session.id);
  await endAllOf(query, userId, sessionIds, at);
  await query("DELETE FROM sign_in WHERE user_id = $1", [userId]);
}

const FIND = `
  SELECT id, password_hash AS "passwordHash" FROM end_user WHERE ${HAS_USERNAME} AND disabled_at IS NULL
  ${FIRST_BY_USERNAME}`;

const HELD = `
         name, given_name, family_name, middle_name, nickname, preferred_username, profile, picture, website, gender,
         birthdate, zoneinfo, locale, email, email_verified, phone_number, phone_number_verified, address`;

const CLAIMS = `SELECT ${HELD}, updated_at FROM end_user WHERE id = $1`;

const CLAIMS_BEHIND = `
  SELECT ${HELD}, updated_at FROM end_user WHERE id = (SELECT user_id FROM "authorization" a WHERE a.id = $1)`;

const SUMMARY = `SELECT id, username, disabled_at AS "disabledAt", created_at AS "createdAt" FROM end_user`;

// The claims come as one JSON object, and the table itself says of what type each is. The username conflicts by any of
// three indexes: folded, by its look, and by lower(username) with an account that has not been folded yet.
const ADD = `
  INSERT INTO end_user (id, username, username_folded, username_look, password_hash, created_at, updated_at, ${HELD})
  SELECT $1, $2, $3, $4, $5, $6, $6, ${HELD} FROM jsonb_populate_record(NULL::end_user, $7)
  ON CONFLICT DO NOTHING RETURNING id`;

const DISABLE = "UPDATE end_user SET disabled_at = $2 WHERE id = $1 AND disabled_at IS NULL RETURNING id";

const ENABLE = "UPDATE end_user SET disabled_at = NULL WHERE id = $1 AND disabled_at IS NOT NULL RETURNING id";

const SET_PASSWORD = "UPDATE end_user SET password_hash = $2 WHERE id = $1 RETURNING id";
