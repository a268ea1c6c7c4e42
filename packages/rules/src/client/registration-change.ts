/** What a change of a client's registration means for what people agreed to, and for what was issued: RFC 7592 §2.2. */

import { agreedHost } from "../request/redirect-uri.ts";
import type { Client } from "./client.ts";

type Method = Client["tokenEndpointAuthMethod"];

/**
 * How hard it is to act as a client of each method: a key that never travels, a shared secret that does not, one that
 * does, nothing.
 */
const STRENGTH: Readonly<Record<Method, number>> = {
  private_key_jwt: 3,
  client_secret_jwt: 2,
  client_secret_basic: 1,
  client_secret_post: 1,
  none: 0,
};

/** What of a client a person agreed to, or what keeps others from what was issued to it. */
export type Agreed = Pick<Client, "name" | "localized" | "redirectUris" | "tokenEndpointAuthMethod" | "sector">;

/**
 * The members whose change ends every consent that the client has, and what was issued under it: the hosts that answers
 * go to and the names that people read, an authentication method that became weaker, and the subjects that it knows
 * people by. In the wire's spelling; none where people can go on as they agreed.
 */
export function endsAgreements(before: Agreed, after: Agreed): readonly string[] {
  const ended: Readonly<Record<string, boolean>> = {
    redirect_uris: !isSame(hostsOf(before), hostsOf(after)),
    client_name: before.name !== after.name || !isSame(namesOf(before), namesOf(after)),
    token_endpoint_auth_method: STRENGTH[after.tokenEndpointAuthMethod] < STRENGTH[before.tokenEndpointAuthMethod],
    subject_type: before.sector !== after.sector,
  };
  return Object.keys(ended).filter((member) => ended[member]);
}

const hostsOf = ({ redirectUris }: Agreed) => redirectUris.map(agreedHost);

const namesOf = ({ localized }: Agreed) =>
  Object.entries(localized?.client_name ?? {}).map(([tag, name]) => `${tag} ${name}`);

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return new Set(some).symmetricDifference(new Set(others)).size === 0;
}

/** What a client may ask for. */
export type Allowed = Pick<Client, "scopes" | "grantTypes" | "redirectUris">;

export interface TakenBack {
  /** Scopes that nothing gives any more. */
  readonly scopes: readonly string[];
  /** Whether refresh tokens are for nothing any more. */
  readonly refreshTokens: boolean;
  /** Whether codes may be on their way to where the client is no longer answered. */
  readonly redirectUris: boolean;
}

/** What a client was allowed before and is not allowed any more. */
export function takenBack(before: Allowed, after: Allowed): TakenBack {
  const lost = (names: readonly string[], left: readonly string[]) => names.filter((name) => !left.includes(name));
  return {
    scopes: lost(before.scopes, after.scopes),
    refreshTokens: lost(before.grantTypes, after.grantTypes).includes("refresh_token"),
    redirectUris: lost(before.redirectUris, after.redirectUris).length > 0,
  };
}

/** What of a client a request is checked by. */
export type Checked = Agreed &
  Allowed &
  Pick<Client, "profile" | "applicationType" | "responseTypes" | "requestObjectSigningAlg">;

/**
 * Whether a request that was checked before this change might be refused or asked about after it. Only then may it
 * not be answered. Links, contacts, keys and algorithms of answers are no reason; nor is a scope that was added.
 */
export function concernsRequests(before: Checked, after: Checked): boolean {
  const { scopes, refreshTokens } = takenBack(before, after);
  return (
    endsAgreements(before, after).length > 0 ||
    scopes.length > 0 ||
    refreshTokens ||
    !isSame(before.redirectUris, after.redirectUris) ||
    !isSame(before.grantTypes, after.grantTypes) ||
    !isSame(before.responseTypes, after.responseTypes) ||
    before.profile !== after.profile ||
    before.applicationType !== after.applicationType ||
    before.requestObjectSigningAlg !== after.requestObjectSigningAlg
  );
}

/** Of the scopes that were granted, those that the client may still have. */
export function scopesLeft(granted: readonly string[], { scopes }: Pick<Client, "scopes">): readonly string[] {
  return granted.every((scope) => scopes.includes(scope)) ? granted : granted.filter((scope) => scopes.includes(scope));
}
