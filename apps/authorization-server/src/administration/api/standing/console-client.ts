/** The administration console as a client: what it registers. */
import { ADMIN_SCOPES } from "../scopes.ts";

/** The id of the console's client, unless an operator chose another one. */
export const CONSOLE_CLIENT_ID = "admin-console";

/**
 * The metadata of the console's client.
 *
 * @param url the origin of the console
 * @param keys its public keys (RFC 7517); a private part is left out
 */
export const consoleMetadata = (url: string, keys: readonly Readonly<Record<string, unknown>>[]) => ({
  profile: "oidc",
  id_token_claims: "requested",
  client_name: "Administration console",
  consent_policy: "implicit",
  client_uri: `${url}/`,
  redirect_uris: [`${url}/callback`],
  post_logout_redirect_uris: [`${url}/signed-out`],
  backchannel_logout_uri: `${url}/backchannel-logout`,
  backchannel_logout_session_required: true,
  grant_types: ["authorization_code", "refresh_token"],
  token_endpoint_auth_method: "private_key_jwt",
  jwks: { keys: keys.map(({ d: _, ...publicKey }) => publicKey) },
  scope: ["openid", "offline_access", "organization", ...ADMIN_SCOPES].join(" "),
});
