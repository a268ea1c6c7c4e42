/** Access tokens in requests, and the errors of userinfo: RFC 6750, RFC 9449 §7, OIDC Core §5.3.3. */
import {
  credentialsOf,
  isAccessToken,
  type PresentedToken,
  type Scheme,
  challenge as write,
} from "@countersign/guard/parts";
import {
  type DemandedSignIn,
  invalidAccessToken,
  invalidRequest,
  type ProtocolError,
  REQUIRED_SCOPE,
  type RequestParameters,
} from "@countersign/rules";

export interface BearerRequest {
  /** Every Authorization header of the request, as received: Node's `headers` would hide a second one. */
  readonly authorization: readonly string[];
  readonly query: RequestParameters;
  readonly form: RequestParameters;
}

/**
 * Returns the token of a request, or undefined if none was sent. Throws `invalid_request` for a token sent in the query
 * or in more than one way, `invalid_token` for text that cannot be a token.
 */
export function takePresentedToken({ authorization, query, form }: BearerRequest): PresentedToken | undefined {
  // RFC 9700 §4.3.2: addresses end up in logs, histories and Referer headers.
  if (query.get("access_token") !== undefined)
    throw invalidRequest("the access token may not be sent in the query: send it in the header Authorization");

  // RFC 6750 §2: never more than one method.
  const formToken = form.get("access_token");
  const methods = authorization.length + (formToken === undefined ? 0 : 1);
  if (methods > 1) throw invalidRequest("the access token must be sent once, in one way");

  const presented =
    formToken === undefined ? headerToken(authorization[0]) : { token: formToken, scheme: "Bearer" as const };
  if (presented === undefined) return undefined;
  if (!isAccessToken(presented.token)) throw invalidAccessToken("malformed");
  return presented;
}

function headerToken(header: string | undefined): PresentedToken | undefined {
  // Another scheme is not checked here: no access token was sent.
  const credentials = credentialsOf(header);
  if (credentials?.token === "") throw invalidRequest("the Authorization header has no token");
  return credentials;
}

/** What challenges say about this server. All of it comes from the configuration. */
export interface ChallengeContext extends DemandedSignIn {
  /** The address of its metadata. */
  readonly metadata?: string;
}

/** The scheme of a request's challenge: that of its credentials. */
export const schemeOf = (header: string | undefined): Scheme => credentialsOf(header)?.scheme ?? "Bearer";

/** The values of WWW-Authenticate for a request without credentials: each scheme without an error (RFC 6750 §3.1). */
export const challenges = (about?: ChallengeContext): string[] => [
  challenge("Bearer", undefined, about),
  challenge("DPoP", undefined, about),
];

/**
 * The value of WWW-Authenticate (RFC 6750 §3, RFC 9449 §7.1).
 *
 * @param about what this server demands of the sign-in behind a token, and the address of its metadata
 */
export function challenge(
  scheme: Scheme,
  error?: Pick<ProtocolError, "code" | "message">,
  { acr, maxAgeSeconds, metadata }: ChallengeContext = {},
): string {
  const about = { realm: "userinfo", metadata };
  if (error === undefined) return write(scheme, about);

  const { code, message: description } = error;
  // RFC 9470 §3: what a sign-in must reach. All values are those of the configuration.
  const acrValues = acr === undefined ? undefined : [acr];
  const demanded = code === "insufficient_user_authentication" ? { acrValues, maxAgeSeconds } : {};
  // A constant, never the requested scope: an echoed value could be forged.
  const scopes = code === "insufficient_scope" ? [REQUIRED_SCOPE] : undefined;
  return write(scheme, about, { error: code, description, scopes, ...demanded });
}
