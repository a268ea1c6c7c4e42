/** The body of a UserInfo response: OIDC Core §5.3.2, types as §5.1 has them. */
import { claimsOfScopes, type StandardClaim } from "@countersign/rules/claims";
import type { UserinfoRow } from "./store.ts";

/** The claims these scopes ask for, as far as we have them: no null, no empty object (§5.3.2), and `sub` always. */
export function userinfoClaims(row: UserinfoRow, scopes: readonly string[]): Record<string, unknown> {
  const claims = claimsOfScopes(scopes)
    .map((name) => [name, claimValue(row, name)] as const)
    .filter(([, value]) => value !== null && value !== undefined);

  return { sub: row.sub, ...Object.fromEntries(claims) };
}

function claimValue(row: UserinfoRow, name: StandardClaim): unknown {
  // §5.1: updated_at is a number of seconds.
  if (name === "updated_at") return Math.floor(row.updated_at.getTime() / 1000);
  if (name === "address") return addressClaim(row.address);

  return row[name];
}

// §5.1.1. Named one by one: what else an import left in the column is nobody's business.
const ADDRESS_MEMBERS = ["formatted", "street_address", "locality", "region", "postal_code", "country"];

function addressClaim(address: UserinfoRow["address"]): Record<string, unknown> | undefined {
  const members = ADDRESS_MEMBERS.filter((name) => typeof address?.[name] === "string");
  if (members.length === 0) return undefined;

  return Object.fromEntries(members.map((name) => [name, address?.[name]]));
}
