/** Access tokens in requests, and the errors of userinfo: RFC 6750, RFC 9449 §7, OIDC Core §5.3.3. */
import { DPOP_ALGS } from "@countersign/jwt";
import {
  bearerCredentials,
  type DemandedSignIn,
  dpopCredentials,
  invalidAccessToken,
  invalidRequest,
  isBearerToken,
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

/** The authentication schemes of access tokens; DPoP is for those that are bound to a key. */
export type Scheme = "Bearer" | "DPoP";

/** A token, as a request presents it. */
export interface PresentedToken {
  readonly token: string;
  readonly scheme: Scheme;
}

/**
 * Returns the token of a request, or undefined if none was sent. Throws `invalid_request` for a token sent in the query
 * or in more than one way, `invalid_token` for text that cannot be a token.
 */
export function takePresentedToken({ authorization, query, form }: BearerRequest): PresentedToken | undefined {
  // RFC 9700 §4.3.2: addresses end up in logs, histories and Referer headers.
  if (query.get("access_token") !== undefined) throw invalidRequest("the access token may not be sent in the query");

  // RFC 6750 §2: never more than one method.
  const formToken = form.get("access_token");
  const methods = authorization.length + (formToken === undefined ? 0 : 1);
  if (methods > 1) throw invalidRequest("the access token must be sent once, in one way");

  const presented =
    formToken === undefined ? headerToken(authorization[0]) : { token: formToken, scheme: "Bearer" as const };
  if (presented === undefined) return undefined;
  if (!isBearerToken(presented.token)) throw invalidAccessToken("malformed");
  return presented;
}

function headerToken(header: string | undefined): PresentedToken | undefined {
  const scheme = schemeOf(header);
  // Another scheme is not checked here: no access token was sent.
  const token = scheme === "DPoP" ? dpopCredentials(header) : bearerCredentials(header);
  if (token === "") throw invalidRequest("the Authorization header has no token");
  return token === undefined ? undefined : { token, scheme };
}

/** What challenges say about this server. All of it comes from the configuration. */
export interface ChallengeContext extends DemandedSignIn {
  /** The address of its metadata. */
  readonly metadata?: string;
}

/** The scheme of a request's challenge: that of its credentials. */
export const schemeOf = (header: string | undefined): Scheme =>
  dpopCredentials(header) === undefined ? "Bearer" : "DPoP";

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
  about: ChallengeContext = {},
): string {
  const attributes = [["realm", "userinfo"]];
  // RFC 9728 §5.1
  if (about.metadata !== undefined) attributes.push(["resource_metadata", about.metadata]);
  if (scheme === "DPoP") attributes.push(["algs", DPOP_ALGS.join(" ")]);
  if (error !== undefined) attributes.push(["error", error.code], ["error_description", error.message]);
  // A constant, never the requested scope: an echoed value could be forged.
  if (error?.code === "insufficient_scope") attributes.push(["scope", REQUIRED_SCOPE]);

  // RFC 9470 §3: what a sign-in must reach. The values are those of the configuration.
  if (error?.code === "insufficient_user_authentication") {
    const { acr, maxAgeSeconds } = about;
    if (acr !== undefined) attributes.push(["acr_values", acr]);
    if (maxAgeSeconds !== undefined) attributes.push(["max_age", String(maxAgeSeconds)]);
  }

  return `${scheme} ${attributes.map(([name, value = ""]) => `${name}="${quotable(value)}"`).join(", ")}`;
}

/** RFC 6750 §3: the characters that an attribute may have; others could end the quotation or the header. */
const quotable = (value: string) => value.replace(/[^\x20\x21\x23-\x5B\x5D-\x7E]/g, "");
