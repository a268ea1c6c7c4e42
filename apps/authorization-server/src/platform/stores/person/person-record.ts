/** What an administrator sees of one person. */
import type { Database } from "@countersign/database";
import { TYPED_CLAIMS, type TypedClaim } from "@countersign/rules";

/** With what a person can sign in, in the order in which it is said. */
export const WAYS_TO_SIGN_IN = [
  "passkey",
  "password",
  "security_key",
  "authenticator_app",
  "identity_provider",
] as const;
export type WayToSignIn = (typeof WAYS_TO_SIGN_IN)[number];

// EXISTS would let the planner read the whole table for a page of people.
const oneOf = (rows: string) => `(SELECT TRUE FROM ${rows} LIMIT 1)`;
const keyFor = (use: string) => oneOf(`passkey p WHERE p.user_id = u.id AND p."use" = '${use}'`);
const HAS: Readonly<Record<WayToSignIn, string>> = {
  passkey: keyFor("sign-in"),
  password: "u.password_hash IS NOT NULL",
  security_key: keyFor("second-factor"),
  authenticator_app: oneOf("totp_factor t WHERE t.user_id = u.id"),
  identity_provider: oneOf("federated_identity f WHERE f.user_id = u.id"),
};
/** The ways of a person `u`. */
export const SIGNS_IN_WITH = `array_remove(ARRAY[${WAYS_TO_SIGN_IN.map(
  (way) => `CASE WHEN ${HAS[way]} THEN '${way}' END`,
).join(", ")}], NULL) AS "signsInWith"`;

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
  readonly signsInWith: readonly WayToSignIn[];
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
         ${SIGNS_IN_WITH},
         (SELECT count(*)::int FROM passkey p WHERE p.user_id = u.id) AS passkeys,
         (SELECT count(*)::int FROM totp_factor t WHERE t.user_id = u.id) AS "authenticatorApps",
         (SELECT count(*)::int FROM recovery_code r WHERE r.user_id = u.id AND r.used_at IS NULL) AS "recoveryCodes",
         ${TYPED_CLAIMS.map((claim) => `u.${claim}`).join(", ")}
    FROM end_user u WHERE u.id = $1`;
