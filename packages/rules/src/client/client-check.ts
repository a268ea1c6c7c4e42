/** What the registration of a client allows and refuses, in sentences for the person who registers it. */

import type { RequestSurroundings } from "../request/request-check.ts";
import { agreedHost, isOnDevice } from "../request/response/redirect-uri.ts";
import { OFFLINE_ACCESS } from "../token/refresh.ts";
import { takesSecretEitherWay } from "./accepted-methods.ts";
import { type Client, isDeviceClient, isPublicClient, isServiceClient } from "./client.ts";
import { otherMembers } from "./client-check-rest.ts";
import { requiresBoundTokens, requiresPkce, requiresPushedRequests, rotatesRefreshTokens } from "./profile.ts";
import { registeredItself, requiredScopesOf } from "./registration/self-registered.ts";

export interface Finding {
  readonly about: string;
  readonly says: string;
}

type Checked = Client & { readonly disabledAt?: Date | null | undefined };

/** What will be refused of this client, and what it is given, by its registration and this deployment. */
export function checkClient(client: Checked, surroundings: RequestSurroundings): readonly Finding[] {
  const hasPeople = client.responseTypes.length > 0;
  return [
    ...(client.disabledAt ? [says("state", "it is disabled: all is refused until `clients enable`")] : []),
    ...authentication(client),
    ...grants(client),
    ...(hasPeople
      ? ofPeople(client, surroundings)
      : [says("people", "it has no response type: no one can sign in to it")]),
    ...scopes(client, surroundings),
    ...tokens(client),
    ...otherMembers(client),
  ];
}

const says = (about: string, sentence: string): Finding => ({ about, says: sentence });

function ofPeople(client: Checked, surroundings: RequestSurroundings): readonly Finding[] {
  return [
    ...redirects(client, surroundings),
    ...requests(client, surroundings),
    says("PKCE", pkceOf(client)),
    says("refresh tokens", refreshOf(client)),
    says("consent", consentOf(client)),
    ...(requiredScopesOf(client) ?? []).map((scope) =>
      says("consent", `${scope} cannot be declined without the whole request (required_scopes)`),
    ),
    says("ID tokens", idTokensOf(client)),
  ];
}

function consentOf(client: Checked): string {
  if (client.consentPolicy !== "implicit") return "people are asked on the consent page (consent_policy explicit)";
  return registeredItself(client)
    ? "people are asked on the consent page: consent_policy implicit has no effect for a client that registered itself"
    : "the operator agrees (consent_policy implicit): no consent page is shown";
}

function pkceOf(client: Checked): string {
  if (!requiresPkce(client)) return "not demanded; if a code_challenge is sent, its method must be S256";
  const isFree = client.profile === "oauth21" && !requiresPkce({ ...client, profile: "oidc" });
  const wayOut = isFree ? "; if its software cannot, register it with profile oidc" : "";
  return `a request without code_challenge, or with another method than S256, is refused${wayOut}`;
}

function refreshOf({ grantTypes, scopes: allowed, ...client }: Checked): string {
  const missing = [
    ...(grantTypes.includes("refresh_token") ? [] : ["refresh_token to grant_types"]),
    ...(allowed.includes(OFFLINE_ACCESS) || !allowed.includes("openid") ? [] : [`${OFFLINE_ACCESS} to scope`]),
  ];
  if (missing.length > 0) return `it gets none: add ${missing.join(", and ")}`;
  const when = allowed.includes("openid") ? `if it asks for ${OFFLINE_ACCESS} and the person allows it` : "always";
  const use = rotatesRefreshTokens(client)
    ? "each use replaces it, and the old one ends"
    : "its uses do not replace it";
  return `${when}; ${use}`;
}

const idTokensOf = ({ idTokenClaims, scopes: allowed }: Checked): string => {
  if (!allowed.includes("openid")) return "it gets none: openid is not in its scope";
  return idTokenClaims === "scopes"
    ? "have the claims of the granted scopes (id_token_claims scopes)"
    : "have sub and no more, unless a request names claims; the others are at /userinfo, or set id_token_claims scopes";
};

function authentication(client: Checked): readonly Finding[] {
  const { tokenEndpointAuthMethod: method } = client;
  if (isPublicClient(client)) return [says("authentication", "it is public: a request with a secret is refused")];
  const exact = `only by ${method}: every other way is refused with invalid_client`;
  const either = "its secret in the header (client_secret_basic) or in the body (client_secret_post)";
  return [says("authentication", takesSecretEitherWay(client) ? either : exact)];
}

const grants = ({ grantTypes, resourceServer }: Checked): readonly Finding[] => [
  says(
    "grant types",
    grantTypes.length === 0
      ? "none: it gets no token"
      : `${grantTypes.join(", ")}; any other is refused with unauthorized_client`,
  ),
  ...(resourceServer === undefined ? [] : [says("introspection", `of all tokens for ${resourceServer}, as its API`)]),
];

function redirects(client: Checked, { nativeLocalhost }: RequestSurroundings): readonly Finding[] {
  if (isDeviceClient(client.grantTypes))
    return [says("redirect URIs", "it has none: people sign in at another device")];
  if (client.redirectUris.length === 0) return [says("redirect URIs", "it has none: every sign-in is refused")];
  return client.redirectUris.map((uri) => {
    const odd = [...oddities(uri, client, nativeLocalhost)];
    return says("redirect URI", `${uri}: compared byte by byte${odd.map((one) => `; ${one}`).join("")}`);
  });
}

function* oddities(uri: string, { applicationType }: Checked, nativeLocalhost: boolean): Iterable<string> {
  const { protocol, hostname, search, pathname } = new URL(uri);
  const isHttp = protocol === "http:";
  if (!/^https?:$/.test(protocol)) yield `any app on the device may register the scheme ${agreedHost(uri)}`;
  else if (isHttp && applicationType === "native" && (hostname !== "localhost" || nativeLocalhost))
    yield "any port is accepted, because it is native and on loopback";
  else if (isOnDevice(uri)) yield "only this port, and only for a browser on the same machine";
  if (hostname === "localhost") yield "localhost is another address than 127.0.0.1";
  if (pathname.length > 1 && pathname.endsWith("/")) yield "without its last slash it is another address";
  if (search !== "") yield "a request must send its query, too, in the same order";
}

function* requestRules(client: Checked, surroundings: RequestSurroundings): Iterable<string> {
  if (surroundings.mustPush || requiresPushedRequests(client)) yield "must be pushed (RFC 9126)";
  if (surroundings.mustSign || client.requireSignedRequestObject) yield "must be in a signed request object (RFC 9101)";
  yield `must have a response_type of ${client.responseTypes.join(" | ")}`;
  const modes = client.responseModes ?? [];
  if (modes.length > 0) yield `must have a response_mode of ${modes.join(" | ")}`;
  if (client.requiredAcr !== undefined) yield `lead to a sign-in of at least ${client.requiredAcr}`;
}

const requests = (client: Checked, surroundings: RequestSurroundings): readonly Finding[] =>
  [...requestRules(client, surroundings)].map((rule) => says("requests", rule));

function scopes(
  { scopes: allowed, grantTypes }: Checked,
  { userinfo, others }: RequestSurroundings,
): readonly Finding[] {
  const ofUserinfo = isServiceClient(grantTypes) ? [] : allowed.filter((scope) => userinfo.scopes.includes(scope));
  const elsewhere = others.flatMap(({ identifier, scopes: defined }) => {
    const open = allowed.filter((scope) => defined.includes(scope));
    return open.length === 0 ? [] : [says("scopes", `${open.join(" ")} of ${identifier}`)];
  });
  const known = new Set([userinfo, ...others].flatMap(({ scopes: defined }) => defined));
  const unknown = allowed.filter((scope) => !known.has(scope) && !scope.startsWith("organization"));
  return [
    ...(ofUserinfo.length === 0 ? [] : [says("scopes", `${ofUserinfo.join(" ")} of /userinfo`)]),
    ...elsewhere,
    ...(unknown.length === 0 ? [] : [says("scopes", `${unknown.join(" ")}: no resource server defines them`)]),
    says("scopes", "a defined scope that is not among these is refused with invalid_scope"),
  ];
}

function tokens(client: Checked): readonly Finding[] {
  const bound = requiresBoundTokens(client) ? [says("tokens", "a token request without a DPoP proof is refused")] : [];
  const certificate = client.tlsClientCertificateBoundAccessTokens
    ? [says("tokens", "a token request without the client's certificate is refused")]
    : [];
  return [...bound, ...certificate];
}
