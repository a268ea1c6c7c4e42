/** The comparison of a proof's `htu` with the URL of a request: RFC 9449 §4.3 item 9. */

/** Whether two URLs are the same after the normalization of RFC 3986 §6.2.2 and §6.2.3, without query and fragment. */
export function isSameUrl(htu: string, url: string): boolean {
  if (htu === url) return true;

  const given = normalized(htu);
  return given !== undefined && given === normalized(url);
}

/** Visible ASCII without a backslash: for others, parsers of URLs do not agree. */
const PLAIN = /^[\x21-\x5B\x5D-\x7E]+$/;
/** RFC 3986 §3.2: an authority stands after two slashes. Parsers of browsers also take none, one or many. */
const WITH_AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/[^/]/i;

function normalized(url: string): string | undefined {
  if (!PLAIN.test(url) || !WITH_AUTHORITY.test(url) || !URL.canParse(url)) return undefined;

  const { protocol, host, pathname, username, password } = new URL(url);
  if (username !== "" || password !== "") return undefined;
  return `${protocol}//${host}${pathname.replace(/%[0-9A-Fa-f]{2}/g, normalizedOctet)}`;
}

// RFC 3986 §6.2.2.1 and §6.2.2.2: unreserved characters are not encoded, and the digits are in upper case.
function normalizedOctet(encoded: string): string {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
}
