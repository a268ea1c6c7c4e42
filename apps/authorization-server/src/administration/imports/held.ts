/** People that an earlier import of this source created, and what an import changes of them. */
import { foldUsername, readEmailAddress, type UserClaims } from "@countersign/rules";
import type { Query } from "../../platform/stores/transaction.ts";
import { CLAIM_COLUMNS, VALUE_COLUMNS } from "./columns.ts";
import type { ImportedPerson, ImportOptions } from "./line.ts";

type ClaimValues = Readonly<Record<keyof typeof CLAIM_COLUMNS, unknown>>;

/** The values of an account that an import writes. */
export interface AccountValues extends ClaimValues {
  readonly password_hash: string | null;
  readonly email_canonical: string | null;
  readonly email_verified_at: string | null;
}

/** An account that an earlier import brought. */
export interface HeldAccount {
  readonly external_id: string;
  readonly id: string;
  readonly username: string;
  /** Whether the person neither signed in nor chose a password here. */
  readonly isUntouched: boolean;
  /** Whether they have a role of administration, of the deployment or in an organization. */
  readonly isAdministrator: boolean;
  readonly values: AccountValues;
}

/** The accounts of these external ids, locked until the transaction ends. */
export async function findHeld(
  query: Query,
  { source, externalIds, administration }: FindHeld,
): Promise<ReadonlyMap<string, HeldAccount>> {
  await query(LOCK, [source, externalIds]);
  const rows = (await query(FIND, [source, externalIds, administration])) as unknown as readonly HeldAccount[];
  return new Map(rows.map((row) => [row.external_id, row]));
}

interface FindHeld {
  readonly source: string;
  readonly externalIds: readonly string[];
  /** The scopes of administration. A person with a role that gives one is an administrator. */
  readonly administration: readonly string[];
}

/** The values of an account that is new, or those that it has after an import. */
export function valuesAfter(
  person: ImportedPerson,
  { trustVerified }: Pick<ImportOptions, "trustVerified">,
  { held, at }: { readonly held?: HeldAccount; readonly at: Date },
): AccountValues {
  const claims = claimsOf(person.claims, trustVerified);
  const before = held?.values ?? NOTHING;
  const isProved = before.email_verified_at !== null;
  const takesAddress = claims.email !== undefined && !isProved;
  const canonical = claims.email === undefined ? undefined : readEmailAddress(claims.email)?.canonical;
  const isVerified = claims.email_verified === true && canonical !== undefined;
  const address = takesAddress
    ? {
        email: claims.email,
        email_verified: isVerified,
        email_canonical: canonical ?? null,
        email_verified_at: isVerified ? at.toISOString() : null,
      }
    : {
        email: before.email,
        email_verified: before.email_verified,
        email_canonical: before.email_canonical,
        email_verified_at: before.email_verified_at,
      };
  const takesHash = person.password_hash !== undefined && (held?.isUntouched ?? true);
  return {
    ...before,
    ...claims,
    ...address,
    password_hash: takesHash ? (person.password_hash ?? null) : before.password_hash,
  };
}

/** The names of the values that differ. */
export function changedNames(before: AccountValues, after: AccountValues): readonly string[] {
  const names = Object.keys(after) as (keyof AccountValues)[];
  return names.filter((name) => name !== "email_verified_at" && !isSame(before[name], after[name]));
}

/** Whether the username of a line is that of the account: an import changes none. */
export const isNamed = ({ username }: HeldAccount, person: ImportedPerson): boolean =>
  foldUsername(username) === foldUsername(person.username);

/** Without trust, a claim that a source calls verified is not verified. A claim about nothing is left out. */
function claimsOf({ email_verified, phone_number_verified, ...claims }: UserClaims, trust: boolean) {
  return {
    ...claims,
    ...(claims.email === undefined ? {} : { email_verified: trust && email_verified === true }),
    ...(claims.phone_number === undefined ? {} : { phone_number_verified: trust && phone_number_verified === true }),
  };
}

const NOTHING = {
  ...(Object.fromEntries(Object.keys(CLAIM_COLUMNS).map((name) => [name, null])) as ClaimValues),
  password_hash: null,
  email_canonical: null,
  email_verified_at: null,
} as const satisfies AccountValues;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
/** The members of an address come back from the database in another order. */
const sorted = (value: unknown): unknown =>
  typeof value === "object" && value !== null ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)) : value;

const LOCK = `
  SELECT FROM imported_person i JOIN end_user u ON u.id = i.user_id
   WHERE i.source = $1 AND i.external_id = ANY ($2::text[])
   ORDER BY u.id FOR NO KEY UPDATE OF u`;

const FIND = `
  SELECT i.external_id, u.id, u.username,
         u.password_changed_at IS NULL AND u.last_sign_in_at IS NULL AS "isUntouched",
         (EXISTS (SELECT FROM role r JOIN role_assignment a ON a.role_id = r.id
                    LEFT JOIN group_member m ON m.group_id = a.group_id
                   WHERE coalesce(a.user_id, m.user_id) = u.id AND r.scopes && $3::text[])
          OR EXISTS (SELECT FROM role r JOIN organization_role a ON a.role_id = r.id
                       LEFT JOIN group_member m ON m.group_id = a.group_id
                      WHERE coalesce(a.user_id, m.user_id) = u.id AND r.scopes && $3::text[])) AS "isAdministrator",
         jsonb_build_object(${Object.keys(VALUE_COLUMNS)
           .map((name) => `'${name}', u.${name}`)
           .join(", ")}) AS "values"
    FROM imported_person i JOIN end_user u ON u.id = i.user_id
   WHERE i.source = $1 AND i.external_id = ANY ($2::text[])`;
