/** What an administrator sees of one person. */
import type { Database } from "@countersign/database";
import { TYPED_CLAIMS, type TypedClaim } from "@countersign/rules";

/** The claims that a person has, of those that are typed in; null for one that the person has not. */
export type HeldTypedClaims = Readonly<Record<TypedClaim, string | null>>;

export interface PersonRecord extends HeldTypedClaims {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly emailVerifiedAt: Date | null;
  readonly disabledAt: Date | null;
  readonly deletionDueAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastSignInAt: Date | null;
  readonly hasPassword: boolean;
  readonly passkeys: number;
  readonly authenticatorApps: number;
  /** How many recovery codes are unused. */
  readonly recoveryCodes: number;
}

/** The record of a person, disabled or not; `undefined` if there is none. */
export async function findPersonRecord(
  { pool }: Pick<Database, "pool">,
  userId: string,
): Promise<PersonRecord | undefined> {
  return (await pool.query<PersonRecord>(FIND, [userId])).rows[0];
}

const FIND = `
  SELECT u.id, u.username, u.email, u.email_verified_at AS "emailVerifiedAt", u.disabled_at AS "disabledAt",
         u.deletion_due_at AS "deletionDueAt", u.created_at AS "createdAt", u.updated_at AS "updatedAt",
         u.last_sign_in_at AS "lastSignInAt", u.password_hash IS NOT NULL AS "hasPassword",
         (SELECT count(*)::int FROM passkey p WHERE p.user_id = u.id) AS passkeys,
         (SELECT count(*)::int FROM totp_factor t WHERE t.user_id = u.id) AS "authenticatorApps",
         (SELECT count(*)::int FROM recovery_code r WHERE r.user_id = u.id AND r.used_at IS NULL) AS "recoveryCodes",
         ${TYPED_CLAIMS.map((claim) => `u.${claim}`).join(", ")}
    FROM end_user u WHERE u.id = $1`;
