/** The values of the claims that scopes and requests by name ask for: OIDC Core §5.1, §5.3.2, §5.4 and §5.5. */
import { numericDate } from "../../time.ts";
import { claimsOfScopes, MEMBERSHIP_SCOPES, type MembershipClaim, type StandardClaim } from "./claims.ts";

type VerifiedFlag = "email_verified" | "phone_number_verified";

/** The claims as a database holds them; null or absent if there is none. */
export type HeldClaims = {
  readonly [claim in Exclude<StandardClaim, "sub" | "updated_at" | "address" | VerifiedFlag>]?: string | null;
} & {
  readonly [claim in VerifiedFlag]?: boolean | null;
} & {
  readonly address?: Readonly<Record<string, unknown>> | null;
  readonly updated_at: Date;
};

/** What a person belongs to; null or absent if the authorization does not have the scope. */
export type HeldMemberships = { readonly [claim in MembershipClaim]?: readonly string[] | null };

/** The most values that a claim of this kind has in a token. Headers and addresses carry tokens. */
export const MOST_VALUES_IN_TOKEN = 50;

/** The values for a token; undefined if there are too many. */
export const valuesInToken = (values: readonly string[]): readonly string[] | undefined =>
  values.length > MOST_VALUES_IN_TOKEN ? undefined : values;

/**
 * What the person belongs to, as far as these scopes ask for it. A claim of more values than `most` is left out, and
 * one without values is an empty array, so that a client can tell these apart.
 */
export function membershipValues(
  held: HeldMemberships,
  scopes: readonly string[],
  most = Number.POSITIVE_INFINITY,
): Record<string, readonly string[]> {
  const names = MEMBERSHIP_SCOPES.filter((name) => scopes.includes(name));
  return Object.fromEntries(
    names.flatMap((name) => {
      const values = held[name];
      return values && values.length <= most ? [[name, values] as const] : [];
    }),
  );
}

/**
 * The claims that these scopes ask for, and those asked for by name (§5.5), as far as they are held: no null and no
 * empty object (§5.3.2). The caller adds `sub`.
 */
export function claimValues(
  held: HeldClaims,
  scopes: readonly string[],
  byName: readonly StandardClaim[] = [],
): Record<string, unknown> {
  const values: Partial<Record<StandardClaim, unknown>> = {};
  for (const name of [...claimsOfScopes(scopes), ...byName]) {
    const value = name === "sub" || name === "updated_at" || name === "address" ? claimValue(held, name) : held[name];
    if (value !== null && value !== undefined) values[name] = value;
  }
  return values;
}

type MadeClaim = "sub" | "updated_at" | "address";

function claimValue(held: HeldClaims, name: MadeClaim): unknown {
  if (name === "sub") return undefined;
  // §5.1: updated_at is a number of seconds.
  return name === "updated_at" ? numericDate(held.updated_at) : addressClaim(held.address);
}

// §5.1.1. The members are listed one by one, so that other members that an import left in the column are not given out.
const ADDRESS_MEMBERS = ["formatted", "street_address", "locality", "region", "postal_code", "country"];

function addressClaim(address: HeldClaims["address"]): Record<string, unknown> | undefined {
  const members = ADDRESS_MEMBERS.filter((name) => typeof address?.[name] === "string");
  if (members.length === 0) return undefined;

  return Object.fromEntries(members.map((name) => [name, address?.[name]]));
}
