/** What the addresses of a client demand of its registration, no matter which software it comes from. */
type Members = Readonly<Record<string, unknown>>;

const LOCAL = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/;

/** An app with a scheme of its own is native; an address that needs an exception gets it. */
export function addressMembers(redirectUris: readonly string[]): Members {
  const schemes = redirectUris.map((uri) => /^[a-z][a-z0-9+.-]*(?=:)/i.exec(uri)?.[0] ?? "");
  const isPrivate = (scheme: string) => scheme !== "" && !/^https?$/i.test(scheme);
  const exceptions = [
    ...(redirectUris.some((uri) => LOCAL.test(uri)) ? ["http_localhost"] : []),
    ...(schemes.some((scheme) => isPrivate(scheme) && !scheme.includes(".")) ? ["scheme_without_dot"] : []),
  ];
  return {
    ...(schemes.some(isPrivate) ? { application_type: "native" } : {}),
    ...(exceptions.length === 0 ? {} : { redirect_uri_exceptions: exceptions }),
  };
}
