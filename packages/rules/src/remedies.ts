/**
 * What an operator can set so that a request which was refused is accepted. Logs, commands and the administration API
 * have the English text; the console finds its name again, and says it in the language of the page.
 */
export const REMEDIES = {
  push_requests:
    "have the client push its requests (RFC 9126), or take require_pushed_authorization_requests away; profile fapi2 " +
    "and PUSHED_REQUESTS=required of the deployment demand it, too",
  register_response_mode: "add the mode to response_modes, or have the client send one of them",
  register_redirect_uri:
    "add the address that it sent to redirect_uris: it is compared byte by byte, with its port and its last slash",
  sign_requests: "have the client sign its requests, or take require_signed_request_object away",
  use_dpop: "turn DPoP on in its software, or take dpop_bound_access_tokens away (profile fapi2 needs a bound token)",
  use_certificate:
    "have it call the endpoints in mtls_endpoint_aliases, or take tls_client_certificate_bound_access_tokens away",
  allow_scope:
    "add the scope to scope of the client (a client that acts for itself gets only scopes of resource servers)",
  define_scope: "define the scope at a resource server, and add it to scope of the client",
  send_code: "have the client send response_type code: only profile oidc allows others",
  register_response_type: "add the response type to response_types, or have the client send one of them",
  use_pkce: "turn PKCE on in the client's software",
  use_pkce_or_oidc:
    "turn PKCE on in the client's software, or register the client with profile oidc if its software cannot",
  add_resource: "add the resource server under exactly this identifier, and one of its scopes to scope of the client",
  register_grant_type: "add the grant type to grant_types of the client",
  add_exchange_policy: "add an exchange policy for the client (exchange-policies add)",
  register_request_uri: "add the address to request_uris of the client",
  introspect_with_secret: "introspect by a client with a secret, such as that of the resource server",
  compare_secret: "compare the secret with the one that the client was given, or replace it (clients rotate-secret)",
  compare_key: "compare the key that it signs with with jwks or jwks_uri, and iss, sub and aud of its assertion",
  compare_certificate: "compare its certificate with the registered one, and call the endpoints for certificates",
  use_method: "have the client use {method}, or change its token_endpoint_auth_method",
} as const;

export type RemedyName = keyof typeof REMEDIES;

declare const fromTable: unique symbol;
/** The text of a remedy. Only the table has such texts. */
export type Remedy = string & { readonly [fromTable]: true };

const METHOD = "{method}";

/** The text of a remedy. `method` is for the one that names a method. */
export const remedyOf = (name: RemedyName, method = ""): Remedy =>
  REMEDIES[name].replace(METHOD, () => method) as Remedy;

export interface ReadRemedy {
  readonly name: RemedyName;
  readonly method: string;
}

/** The remedy that a text is; undefined for a text of another version. */
export function readRemedy(text: string): ReadRemedy | undefined {
  for (const name of Object.keys(REMEDIES) as RemedyName[]) {
    const [before = "", after] = REMEDIES[name].split(METHOD);
    if (after === undefined && text === before) return { name, method: "" };
    if (after === undefined || !text.startsWith(before) || !text.endsWith(after)) continue;
    const method = text.slice(before.length, text.length - after.length);
    if (/^\w{1,60}$/.test(method)) return { name, method };
  }
  return undefined;
}
