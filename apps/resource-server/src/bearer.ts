/** Access tokens in requests, and the errors of userinfo: RFC 6750, OIDC Core §5.3.3. */
import {
  bearerCredentials,
  type DemandedSignIn,
  invalidAccessToken,
  invalidRequest,
  isBearerToken,
  NO_SENDER,
  type ProtocolError,
  REQUIRED_SCOPE,
  type RequestParameters,
  type Sender,
} from "@countersign/rules";

export interface BearerRequest {
  /** Every Authorization header of the request, as received: Node's `headers` would hide a second one. */
  readonly authorization: readonly string[];
  readonly query: RequestParameters;
  readonly form: RequestParameters;
}

/** A presented token, and what the request proves of its sender. */
export interface PresentedToken {
  readonly token: string;
  readonly sender: Sender;
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

  const token = formToken ?? headerToken(authorization[0]);
  if (token === undefined) return undefined;
  if (!isBearerToken(token)) throw invalidAccessToken("malformed");

  // No proof of a sender is supported yet: a token that is bound to one is refused.
  return { token, sender: NO_SENDER };
}

function headerToken(header: string | undefined): string | undefined {
  // Another scheme is not checked here: no bearer token was sent.
  const token = bearerCredentials(header);
  if (token === "") throw invalidRequest("the Authorization header has no token");
  return token;
}

/** What challenges say about this server. All of it comes from the configuration. */
export interface ChallengeContext extends DemandedSignIn {
  /** The address of its metadata. */
  readonly metadata?: string;
}

/**
 * The value of WWW-Authenticate (RFC 6750 §3). Without an error, which means without credentials, it contains only the
 * scheme (§3.1).
 *
 * @param about what this server demands of the sign-in behind a token, and the address of its metadata
 */
export function challenge(error?: Pick<ProtocolError, "code" | "message">, about: ChallengeContext = {}): string {
  const attributes = [["realm", "userinfo"]];
  // RFC 9728 §5.1
  if (about.metadata !== undefined) attributes.push(["resource_metadata", about.metadata]);
  if (error !== undefined) attributes.push(["error", error.code], ["error_description", error.message]);
  // A constant, never the requested scope: an echoed value could be forged.
  if (error?.code === "insufficient_scope") attributes.push(["scope", REQUIRED_SCOPE]);

  // RFC 9470 §3: what a sign-in must reach. The values are those of the configuration.
  if (error?.code === "insufficient_user_authentication") {
    const { acr, maxAgeSeconds } = about;
    if (acr !== undefined) attributes.push(["acr_values", acr]);
    if (maxAgeSeconds !== undefined) attributes.push(["max_age", String(maxAgeSeconds)]);
  }

  return `Bearer ${attributes.map(([name, value = ""]) => `${name}="${quotable(value)}"`).join(", ")}`;
}

/** RFC 6750 §3: the characters that an attribute may have; others could end the quotation or the header. */
const quotable = (value: string) => value.replace(/[^\x20\x21\x23-\x5B\x5D-\x7E]/g, "");
