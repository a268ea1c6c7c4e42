/** What the fake provider says of itself and to devices. */
import type { Json } from "./fake-server.ts";

/** The interval is short, so that tests do not wait. */
export const deviceAnswer = (issuer: string): Json => ({
  device_code: "dc-secret-1",
  user_code: "BCDFG-HJKLM",
  verification_uri: `${issuer}/device`,
  verification_uri_complete: `${issuer}/device?user_code=BCDFG-HJKLM`,
  expires_in: 600,
  interval: 0.001,
});

export function metadataOf(issuer: string): Json {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorization`,
    pushed_authorization_request_endpoint: `${issuer}/par`,
    token_endpoint: `${issuer}/token`,
    device_authorization_endpoint: `${issuer}/device_authorization`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["code", "token id_token"],
    id_token_signing_alg_values_supported: ["ES256"],
    authorization_response_iss_parameter_supported: true,
    token_endpoint_auth_methods_supported: ["none", "client_secret_basic"],
  };
}
