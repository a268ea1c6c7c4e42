/**
 * Which redirect URIs may be registered: RFC 6749 §3.1.2, RFC 8252 §7 and §8.4, OIDC Registration §2, RFC 9700 §2.6 and
 * §4.1.
 */

/** What redirect URIs of a deployment depend on: our own addresses, to which no answer is sent, and its choice. */
export interface OwnAddresses {
  /** Web clients may have plain http redirect URIs only while the issuer is plain http on this machine itself. */
  readonly issuer: string;
  /** The resource server of `/userinfo`, if it is known. */
  readonly userinfoResource?: string | undefined;
  /** Whether native public clients may have `http://localhost` as a redirect URI (against RFC 8252 §8.3). */
  readonly nativeLocalhost?: boolean | undefined;
}

/** Exceptions to the rules that only an operator makes, for one client. */
export const REDIRECT_URI_EXCEPTIONS = ["http_localhost", "scheme_without_dot"] as const;

export interface RedirectUriContext extends OwnAddresses {
  /** The exceptions of this client; undefined if there is no operator who could make one. */
  readonly exceptions?: readonly (typeof REDIRECT_URI_EXCEPTIONS)[number][] | undefined;
  readonly applicationType: "web" | "native";
  /** Whether the client receives tokens through the browser (OIDC Registration §2: then not on localhost). */
  readonly isImplicit?: boolean | undefined;
  readonly isPublic?: boolean | undefined;
}

/** RFC 3986 §2: the characters of a URI. Browsers accept others, each in its own way. */
export const URI_CHARACTERS = /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\dA-Fa-f]{2})+$/;

/** Returns why a redirect URI is wrong, or `undefined` when it may be registered. */
export function isRegistrableRedirectUri(uri: string, context: RedirectUriContext): string | undefined {
  if (!URI_CHARACTERS.test(uri)) return "must have only the characters of a URI";
  if (uri.includes("#")) return "must not have a fragment";
  if (uri.includes("*")) return "must not have a wildcard";
  if (!URL.canParse(uri)) return "must be an absolute URI";

  const url = new URL(uri);
  if (url.username !== "" || url.password !== "") return "must not have userinfo";
  if (hasDotSegments(uri)) return "must not have dot segments in its path";

  if (namesAnswer(url)) return "must not have a parameter of the response in its query";
  if (isOwn(url, context)) return "must not be on the origin of the issuer or of its resource server";

  if (url.protocol === "https:") return httpsProblem(uri, url, context);
  if (url.protocol === "http:") return httpProblem(uri, url, context);
  return privateSchemeProblem(uri, url, context);
}

// Prevents two values of one parameter: a parser that takes the first would take the registered one for our answer.
const OF_ANSWERS = new Set([
  ...["code", "state", "iss", "response", "session_state"],
  ...["access_token", "token_type", "expires_in", "scope", "id_token", "refresh_token"],
  ...["error", "error_description", "error_uri"],
]);

// Some frameworks ignore the case of a name, and some read `code[]` and `code[0]` as `code`.
const namesAnswer = ({ searchParams }: URL) =>
  [...searchParams.keys()].some((name) => OF_ANSWERS.has((name.split("[")[0] ?? "").trim().toLowerCase()));

// A form_post answer would reach our own forms with our own cookies, and a chain of redirects would reach our
// endpoints.
function isOwn({ protocol, origin }: URL, { issuer, userinfoResource = issuer }: OwnAddresses): boolean {
  return /^https?:$/.test(protocol) && [issuer, userinfoResource].some((own) => URL.parse(own)?.origin === origin);
}

// If parsing changes a path, two parsers may change it differently: some servers decode slashes first (%2f, %5c) or
// drop the text after a semicolon.
export function hasDotSegments(uri: string): boolean {
  return /(?:\/|%2f|%5c)(?:\.|%2e){1,2}(?:\/|%2f|%5c|;|$)/i.test(uri.split("?")[0] ?? "");
}

// Otherwise the parser changed the host or its port, and another parser may change it in another way.
function isWrittenAsParsed(uri: string, { host }: URL): boolean {
  return /^https?:\/\/([^/?]*)/.exec(uri)?.[1] === host;
}

function httpsProblem(uri: string, url: URL, { applicationType, isImplicit }: RedirectUriContext): string | undefined {
  if (!isWrittenAsParsed(uri, url)) return "must be written as it is parsed: lower case, no default port";
  if (!/^localhost\.?$/.test(url.hostname)) return undefined;

  // OIDC Registration §2: not for web clients of the implicit grant. RFC 8252 §8.3: nor for native ones.
  if (applicationType === "native") return "must not be https on localhost for a native client";
  return isImplicit === true ? "must not be https on localhost for a client of the implicit grant" : undefined;
}

function httpProblem(uri: string, url: URL, context: RedirectUriContext): string | undefined {
  const { applicationType, issuer, nativeLocalhost, isPublic, exceptions } = context;
  if (!isWrittenAsParsed(uri, url)) return "must be written as it is parsed: lower case, no default port";
  if (applicationType === "native") {
    // RFC 8252 §8.3: "localhost" may resolve to something that is not this machine.
    const literal = url.hostname === "127.0.0.1" || url.hostname === "[::1]";
    const isAllowed = (nativeLocalhost === true && isPublic === true) || exceptions?.includes("http_localhost");
    const named = isAllowed && url.hostname === "localhost";
    return literal || named ? undefined : "must be https, or http on 127.0.0.1 or [::1]";
  }

  if (isLocalHost(url.hostname) && (isLocalHttp(issuer) || exceptions?.includes("http_localhost"))) return undefined;
  const isAllowable = isLocalHost(url.hostname) && exceptions !== undefined;
  return isAllowable ? "must be https, or be allowed by redirect_uri_exceptions: http_localhost" : "must be https";
}

// RFC 8252 §7.1: a private-use scheme is a reversed domain name, so it contains a dot. What follows is compared byte by
// byte, as all of the URI; many platforms write a host there, which means nothing.
function privateSchemeProblem(
  uri: string,
  { protocol }: URL,
  { applicationType, exceptions }: RedirectUriContext,
): string | undefined {
  if (applicationType !== "native") return "must be https";
  if (/^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:\//.test(uri)) return undefined;

  const isBare = /^[a-z][a-z0-9+-]+:\//.test(uri) && !OTHER_SCHEMES.has(protocol.slice(0, -1));
  if (isBare && exceptions?.includes("scheme_without_dot")) return undefined;
  return isBare && exceptions !== undefined
    ? "must have a dot in its scheme, or be allowed by redirect_uri_exceptions: scheme_without_dot"
    : "must be https, http on a loopback address, or a private-use scheme such as com.example.app:/callback";
}

// Schemes that mean something to browsers and systems, so that an answer would not go to an app.
const OTHER_SCHEMES = new Set([
  ...["javascript", "vbscript", "data", "blob", "file", "filesystem", "about", "view-source", "jar", "resource"],
  ...["ftp", "ws", "wss", "urn", "mailto", "tel", "sms", "intent", "content", "android-app"],
  ...["chrome", "chrome-extension", "moz-extension", "ms-settings", "ms-appinstaller", "search-ms"],
]);

/** Whether an issuer is plain http and can only be reached from the machine that it runs on. */
export function isLocalHttp(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer);
  return protocol === "http:" && isLocalHost(hostname);
}

/** Whether a host, as `URL` writes it, is the machine itself that resolves the name. */
export function isLocalHost(hostname: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(hostname) || hostname.endsWith(".localhost");
}
