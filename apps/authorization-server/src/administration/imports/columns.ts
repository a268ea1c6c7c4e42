/** The columns of an account that an import writes, with their types. */
import type { UserClaims } from "@countersign/rules";

/** The columns of claims. Only claims that a line has are changed. */
export const CLAIM_COLUMNS = {
  name: "text",
  given_name: "text",
  family_name: "text",
  middle_name: "text",
  nickname: "text",
  preferred_username: "text",
  profile: "text",
  website: "text",
  gender: "text",
  birthdate: "text",
  zoneinfo: "text",
  locale: "text",
  email: "text",
  email_verified: "boolean",
  phone_number: "text",
  phone_number_verified: "boolean",
  address: "jsonb",
} as const satisfies Partial<Record<keyof UserClaims, string>>;

/** The claims, and what else both new and changed accounts get. */
export const VALUE_COLUMNS = {
  ...CLAIM_COLUMNS,
  password_hash: "text",
  email_canonical: "text",
  email_verified_at: "timestamptz",
} as const;

/** Their names, and the same with types, as `jsonb_to_recordset` wants them. */
export const VALUE_NAMES = Object.keys(VALUE_COLUMNS);
export const TYPED_VALUES: string = Object.entries(VALUE_COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(", ");
