/** The values of members of client metadata that have a fixed list of values. */
import { HMAC_ALGS } from "../keys/hmac.ts";
import { CLIENT_SIGNING_ALGS } from "../keys/jwk.ts";

/** From the weakest rules to the strictest. */
export const PROFILES = ["oidc", "oauth21", "fapi2"] as const;
export type Profile = (typeof PROFILES)[number];

export const CLIENT_AUTHENTICATION_METHODS = [
  "client_secret_basic",
  "client_secret_post",
  "client_secret_jwt",
  "private_key_jwt",
  "tls_client_auth",
  "self_signed_tls_client_auth",
  "none",
] as const;

/** RFC 8628 §3.4: the grant type of a device without a browser. */
export const DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code";

/** RFC 7523 §2.1: the grant type of an assertion of another issuer. */
export const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
/** RFC 8693 §2.1: the grant type of a client that exchanges a token for one of another audience. */
export const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";

export const GRANT_TYPES = [
  "authorization_code",
  "refresh_token",
  "implicit",
  "client_credentials",
  DEVICE_CODE,
  JWT_BEARER,
  TOKEN_EXCHANGE,
] as const;

/** Algorithms of what we sign for a client. `none` is excluded: an unsigned token proves nothing. */
export const ID_TOKEN_SIGNING_ALGS = [...CLIENT_SIGNING_ALGS, ...HMAC_ALGS] as const;

/** The algorithms that a client signs with: with a key of its own, or with the secret that it shares with us. */
export const SIGNED_BY_CLIENT = [...CLIENT_SIGNING_ALGS, ...HMAC_ALGS] as const;

/** OIDC Core §8. */
export const SUBJECT_TYPES = ["public", "pairwise"] as const;

export const RESPONSE_MODES = [
  "query",
  "fragment",
  "form_post",
  "query.jwt",
  "fragment.jwt",
  "form_post.jwt",
  "jwt",
] as const;

export type ResponseMode = (typeof RESPONSE_MODES)[number];

/** The claims in ID tokens of the token endpoint: those that a request names, or those of the granted scopes too. */
export const ID_TOKEN_CLAIMS = ["requested", "scopes"] as const;

/** Who agrees to what a client asks for: the person, or the operator for all people. */
export const CONSENT_POLICIES = ["explicit", "implicit"] as const;
