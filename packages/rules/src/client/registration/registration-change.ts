/** What a change of a client's registration means for consents and for issued tokens: RFC 7592 §2.2. */

import { isOrganizationScope, ORGANIZATION_SCOPE, organizationIn } from "../../consent/organization-scope.ts";
import { agreedHost } from "../../request/response/redirect-uri.ts";
import type { Client } from "../client.ts";

type Method = Client["tokenEndpointAuthMethod"];

/**
 * How hard it is to impersonate a client of each method: a private key that is never sent, a shared secret that is not
 * sent, a shared secret that is sent, nothing.
 */
const STRENGTH: Readonly<Record<Method, number>> = {
  private_key_jwt: 3,
  tls_client_auth: 3,
  self_signed_tls_client_auth: 3,
  client_secret_jwt: 2,
  client_secret_basic: 1,
  client_secret_post: 1,
  none: 0,
};

/** The members that a person agreed to, and those that protect what was issued to the client. */
export type Agreed = Pick<Client, "name" | "localized" | "redirectUris" | "tokenEndpointAuthMethod" | "sector"> &
  Partial<Pick<Client, "consentPolicy">>;

/**
 * Returns the members whose change ends every consent of the client and what was issued under it: the hosts that
 * receive answers, the names that people read, a weaker authentication method, the subjects by which it knows people,
 * and the end of an implicit consent policy. The names are those of the metadata; empty if the consents stay valid.
 */
export function endsAgreements(before: Agreed, after: Agreed): readonly string[] {
  const ended: Readonly<Record<string, boolean>> = {
    redirect_uris: !isSame(hostsOf(before), hostsOf(after)),
    client_name: before.name !== after.name || !isSame(namesOf(before), namesOf(after)),
    token_endpoint_auth_method: STRENGTH[after.tokenEndpointAuthMethod] < STRENGTH[before.tokenEndpointAuthMethod],
    subject_type: before.sector !== after.sector,
    // What the operator agreed to was never asked.
    consent_policy: before.consentPolicy === "implicit" && after.consentPolicy !== "implicit",
  };
  return Object.keys(ended).filter((member) => ended[member]);
}

/** The members that vouch for a client which has only its document. */
export type Vouching = Agreed & Pick<Client, "jwks" | "jwksUri">;

/**
 * The same for a client that is known only by its document. There, any change of the redirect URIs, of the
 * authentication method and of the keys is a reason to ask again, because nothing else says that it is the same client
 * (draft-ietf-oauth-client-id-metadata-document-02 §8.3).
 */
export function endsDocumentAgreements(before: Vouching, after: Vouching): readonly string[] {
  const ended: Readonly<Record<string, boolean>> = {
    redirect_uris: !isSame(before.redirectUris, after.redirectUris),
    token_endpoint_auth_method: before.tokenEndpointAuthMethod !== after.tokenEndpointAuthMethod,
    jwks: JSON.stringify(before.jwks) !== JSON.stringify(after.jwks),
    jwks_uri: before.jwksUri !== after.jwksUri,
  };
  const others = endsAgreements(before, after).filter((member) => ended[member] === undefined);
  return [...Object.keys(ended).filter((member) => ended[member]), ...others];
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
  /** Scopes that no longer give anything. */
  readonly scopes: readonly string[];
  /** Whether refresh tokens no longer have a use. */
  readonly refreshTokens: boolean;
  /** Whether codes may be on their way to an address that no longer gets answers. */
  readonly redirectUris: boolean;
}

/** What the client was allowed before and is no longer allowed. */
export function takenBack(before: Allowed, after: Allowed): TakenBack {
  const lost = (names: readonly string[], left: readonly string[]) => names.filter((name) => !left.includes(name));
  return {
    scopes: lost(before.scopes, after.scopes),
    refreshTokens: lost(before.grantTypes, after.grantTypes).includes("refresh_token"),
    redirectUris: lost(before.redirectUris, after.redirectUris).length > 0,
  };
}

/** The members of a client by which a request is checked. */
export type Checked = Agreed &
  Allowed &
  Pick<Client, "profile" | "applicationType" | "responseTypes" | "responseModes" | "requestObjectSigningAlg"> &
  Partial<Pick<Client, "requireSignedRequestObject" | "requirePushedAuthorizationRequests">>;

/**
 * Whether a request that was checked before this change might now be refused or need a new question. Only then must it
 * not be answered. Links, contacts, keys and algorithms of answers do not count, and neither does an added scope.
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
    !isSame(before.responseModes ?? [], after.responseModes ?? []) ||
    before.profile !== after.profile ||
    before.applicationType !== after.applicationType ||
    before.requestObjectSigningAlg !== after.requestObjectSigningAlg ||
    isOn(before.requireSignedRequestObject) !== isOn(after.requireSignedRequestObject) ||
    isOn(before.requirePushedAuthorizationRequests) !== isOn(after.requirePushedAuthorizationRequests)
  );
}

const isOn = (demand: boolean | undefined) => demand === true;

/** The granted scopes that the client may still have. */
export function scopesLeft(granted: readonly string[], { scopes }: Pick<Client, "scopes">): readonly string[] {
  const isInOrganization = organizationIn(granted) !== undefined;
  const isLeft = (scope: string) =>
    scopes.includes(isInOrganization && isOrganizationScope(scope) ? ORGANIZATION_SCOPE : scope);
  return granted.every(isLeft) ? granted : granted.filter(isLeft);
}
