/** Checks for claims about a person, wherever they are: OIDC Core §5.1. */
import { expect } from "@playwright/test";

export type Claims = Readonly<Record<string, unknown>>;

export const SCOPE_CLAIMS = {
  profile: [
    "name",
    "family_name",
    "given_name",
    "middle_name",
    "nickname",
    "preferred_username",
    "profile",
    "picture",
    "website",
    "gender",
    "birthdate",
    "zoneinfo",
    "locale",
    "updated_at",
  ],
  email: ["email", "email_verified"],
  address: ["address"],
  phone: ["phone_number", "phone_number_verified"],
} as const;

export type ClaimName = (typeof SCOPE_CLAIMS)[keyof typeof SCOPE_CLAIMS][number];

const BOOLEANS = new Set<string>(["email_verified", "phone_number_verified"]);
const STRINGS = Object.values(SCOPE_CLAIMS)
  .flat()
  .filter((name) => !BOOLEANS.has(name) && name !== "address" && name !== "updated_at");

/** Each standard claim that is present has its type, and a value that is not empty. */
export function checkClaimTypes(claims: Claims): void {
  for (const name of ["sub", ...STRINGS]) if (name in claims) checkText(claims[name], name);
  for (const name of BOOLEANS) if (name in claims) expect(claims[name], name).toEqual(expect.any(Boolean));
  if ("updated_at" in claims) expect(claims.updated_at).toEqual(expect.any(Number));
  if ("birthdate" in claims)
    expect(claims.birthdate).toMatch(/^((0000|(19|20)\d\d)-(0[1-9]|1[0-2])-([0-2]\d|3[01])|(19|20)\d\d)$/);
  if ("address" in claims) {
    expect(claims.address).toEqual(expect.any(Object));
    expect(Array.isArray(claims.address)).toBe(false);
    for (const [name, value] of Object.entries(claims.address as object)) checkText(value, `address.${name}`);
  }

  // §5.6.2: each distributed or aggregated claim names a source that is present.
  const names = Object.values((claims._claim_names ?? {}) as Record<string, string>);
  const sources = Object.keys((claims._claim_sources ?? {}) as object);
  expect(names.filter((name) => !sources.includes(name))).toEqual([]);
}

function checkText(value: unknown, name: string): void {
  expect(value, name).toEqual(expect.any(String));
  expect(String(value).trim(), name).not.toBe("");
  expect(value, name).not.toBe("null");
}
