/** Requests as the guard sees them, and the access tokens in them: RFC 6750 §2.1, RFC 9449 §7.1. */

/** What the guard needs of a request. The adapters make it from the requests of frameworks. */
export interface GuardRequest {
  readonly method: string;
  /** Path and query as the client sent them: the request target (RFC 9112 §3.2), before a router changed it. */
  readonly target: string;
  /** Every value of a header, by its name in lower case. */
  values(name: string): readonly string[];
  /** The certificate that the client showed on this connection, in DER. */
  connectionCertificate?(): Uint8Array | undefined;
  /** The IP address at the other end of the connection. */
  readonly peer?: string | undefined;
  /** The framework's own request, for predicates. */
  readonly native?: unknown;
}

/** The authentication schemes of access tokens; DPoP is for those that are bound to a key. */
export type Scheme = "Bearer" | "DPoP";

/** A token, as a request presents it. */
export interface PresentedToken {
  readonly token: string;
  readonly scheme: Scheme;
}

// RFC 9110 §11.1: the scheme in upper or lower case, and one space after it.
const CREDENTIALS = /^(bearer|dpop)(?: (.*))?$/is;
const B64TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

/**
 * Returns scheme and token of an Authorization header; the token is unchecked, and empty if there is none. `undefined`
 * without a header, and for another scheme.
 */
export function credentialsOf(header: string | undefined): PresentedToken | undefined {
  const [, scheme, token = ""] = CREDENTIALS.exec(header ?? "") ?? [];
  return scheme === undefined ? undefined : { scheme: scheme.toLowerCase() === "dpop" ? "DPoP" : "Bearer", token };
}

/** Whether a text can be an access token: exactly a b64token. */
export const isAccessToken = (text: string): boolean => B64TOKEN.test(text);

/** The path of a request target, as it was sent; of an absolute one (RFC 9112 §3.2.2) without its host. */
export function pathOf(target: string): string {
  const [path = ""] = target.split(/[?#]/, 1);
  if (path.startsWith("/")) return path;
  return /^[a-z][a-z0-9+.-]*:\/\/[^/]*(\/.*)$/is.exec(path)?.[1] ?? "/";
}

/** Whether the query of a request target has an access token, which RFC 9700 §4.3.2 forbids. */
export function hasTokenInQuery(target: string): boolean {
  const at = target.indexOf("?");
  return at !== -1 && new URLSearchParams(target.slice(at + 1)).has("access_token");
}
