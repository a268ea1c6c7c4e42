/** The values that the consent page shows for each scope and for each claim requested by name. */
import { type Client, type Consent, isOrganizationScope, isRequiredScope, seesGroupsUnasked } from "@countersign/rules";
import { claimsOfScopes } from "@countersign/rules/claims";
import type {
  SharedClaim,
  SharedResource,
  SharedScope,
  ShownValue,
} from "../../../../people/views/models/authorization.ts";
import type { HeldClaims } from "../../../../platform/stores/person/users.ts";
import type { PersonRequest } from "../../interaction.ts";

/** Pure: the scopes of a request, the values of `claims` that each would share, and which are checked initially. */
export function sharedScopes(
  scopes: readonly string[],
  claims: Partial<HeldClaims>,
  before: Consent | undefined,
  {
    organization,
    required,
  }: { readonly organization?: string | undefined; readonly required?: readonly string[] | undefined } = {},
): readonly SharedScope[] {
  return scopes.map((name) => ({
    name,
    ...(organization !== undefined && isOrganizationScope(name) && { organization }),
    required: isRequiredScope(name, required),
    checked: before?.declined.scopes.includes(name) !== true,
    values: claimsOfScopes([name]).flatMap((claim) => {
      const value = claim === "sub" ? undefined : shown(claims[claim]);
      return value === undefined ? [] : [{ claim, value }];
    }),
  }));
}

/** Pure: what a client learns by its claim mapping, as an entry that cannot be declined. */
export const unaskedGroups = (client: Client | undefined): readonly SharedScope[] =>
  client !== undefined && seesGroupsUnasked(client)
    ? [{ name: "groups", required: true, checked: true, values: [] }]
    : [];

/**
 * Pure: the claims that a request names, the values of `held` that each would share, and which are checked initially.
 */
export function sharedClaims(
  names: readonly string[],
  held: Partial<HeldClaims>,
  before: Consent | undefined,
): readonly SharedClaim[] {
  const values: Readonly<Record<string, unknown>> = held;
  return names.map((name) => ({
    name,
    checked: before?.declined.claims.includes(name) !== true,
    value: shown(values[name]),
  }));
}

/**
 * Pure: the resource servers of a request with the scopes that it asks for there, and which are checked initially. One
 * with only authorization details is named by those.
 *
 * @param textOf what a scope is called for people, in the language of the page
 */
export function sharedResources(
  { named, details = [], requiredScopes }: PersonRequest,
  before: ReadonlyMap<string, Consent> | undefined,
  textOf: (identifier: string, scope: string) => string | undefined,
): readonly SharedResource[] {
  const hasDetails = (identifier: string) => details.some(({ resources }) => resources.includes(identifier));
  const others = named?.others.filter(({ identifier, scopes }) => scopes.length > 0 || !hasDetails(identifier)) ?? [];
  return others.map(({ identifier, name, scopes }) => ({
    identifier,
    name,
    scopes: scopes.map((scope) => ({
      name: scope,
      text: textOf(identifier, scope),
      required: isRequiredScope(scope, requiredScopes),
      checked: before?.get(identifier)?.declined.scopes.includes(scope) !== true,
    })),
  }));
}

// OIDC Core §5.1.1: the lines in the order in which an address is read.
const ADDRESS_LINES = ["street_address", "postal_code", "locality", "region", "country"];

function shown(value: unknown): ShownValue | undefined {
  if (value === null || value === undefined) return undefined;
  if (value instanceof Date || typeof value === "boolean") return value;
  if (typeof value !== "object") return String(value);

  const address = value as Record<string, unknown>;
  if (typeof address.formatted === "string") return address.formatted;
  return ADDRESS_LINES.map((line) => address[line])
    .filter((line) => typeof line === "string")
    .join(", ");
}
