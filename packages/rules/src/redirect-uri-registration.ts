/** Which redirect URIs may be registered: RFC 6749 §3.1.2, RFC 8252 §7 and §8.4, OIDC Registration §2, RFC 9700 §2.6. */

export interface RedirectUriContext {
  readonly applicationType: "web" | "native";
  /** The issuer: http redirect URIs of web clients exist only while it is plain http on this machine itself. */
  readonly issuer: string;
}

/** RFC 3986 §2: what a URI is written with. Browsers forgive the rest, each in its own way. */
export const URI_CHARACTERS = /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\dA-Fa-f]{2})+$/;

/** Says what is wrong with a redirect URI, or `undefined` when it may be registered. */
export function isRegistrableRedirectUri(
  uri: string,
  { applicationType, issuer }: RedirectUriContext,
): string | undefined {
  if (!URI_CHARACTERS.test(uri)) return "must have only the characters of a URI";
  if (uri.includes("#")) return "must not have a fragment";
  if (uri.includes("*")) return "must not have a wildcard";
  if (!URL.canParse(uri)) return "must be an absolute URI";

  const url = new URL(uri);
  if (url.username !== "" || url.password !== "") return "must not have userinfo";
  if (hasDotSegments(uri)) return "must not have dot segments in its path";

  if (url.protocol === "https:") return httpsProblem(uri, url);
  if (url.protocol === "http:") return httpProblem(uri, url, applicationType, issuer);
  return privateSchemeProblem(uri, applicationType);
}

// A path that moves when it is parsed is a path that two parsers may move differently: some
// servers decode slashes first (%2f, %5c) or drop what follows a semicolon.
function hasDotSegments(uri: string): boolean {
  return /(?:\/|%2f|%5c)(?:\.|%2e){1,2}(?:\/|%2f|%5c|;|$)/i.test(uri.split("?")[0] ?? "");
}

// Else the parser changed the host or its port, and another parser may change it to something else.
function isWrittenAsParsed(uri: string, { host }: URL): boolean {
  return /^https?:\/\/([^/?]*)/.exec(uri)?.[1] === host;
}

function httpsProblem(uri: string, url: URL): string | undefined {
  if (!isWrittenAsParsed(uri, url)) return "must be written as it is parsed: lower case, no default port";
  return /^localhost\.?$/.test(url.hostname) ? "must not be https on localhost" : undefined;
}

function httpProblem(uri: string, url: URL, applicationType: string, issuer: string): string | undefined {
  if (!isWrittenAsParsed(uri, url)) return "must be written as it is parsed: lower case, no default port";
  if (applicationType === "native") {
    // RFC 8252 §8.3: "localhost" may resolve to something that is not this machine.
    const literal = url.hostname === "127.0.0.1" || url.hostname === "[::1]";
    return literal ? undefined : "must be https, or http on 127.0.0.1 or [::1]";
  }

  const local = isLocalHttp(issuer) && isLocalHost(url.hostname);
  return local ? undefined : "must be https";
}

// RFC 8252 §7.1: a private-use scheme is a domain name in reverse, so it has a dot.
// One slash: with two a host would follow, and no one has a host in such a scheme.
function privateSchemeProblem(uri: string, applicationType: string): string | undefined {
  if (applicationType !== "native") return "must be https";

  const isPrivate = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:\/(?!\/)/.test(uri);
  return isPrivate
    ? undefined
    : "must be https, http on a loopback address, or a private-use scheme such as com.example.app:/callback";
}

/** Whether an issuer is plain http and can only be reached from the machine it runs on. */
export function isLocalHttp(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer);
  return protocol === "http:" && isLocalHost(hostname);
}

function isLocalHost(hostname: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(hostname) || hostname.endsWith(".localhost");
}
