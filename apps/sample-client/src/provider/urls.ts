/** Two questions about addresses, answered without a network. */

/** The most characters of a path that fit into the cookie of a sign-in. */
const LONGEST_PATH = 512;

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether secrets may be sent to this URL: always over https, and over plain http only on this machine. */
export function isHttpsOrLocal(value: string): boolean {
  if (!URL.canParse(value)) return false;

  const url = new URL(value);
  if (url.protocol === "https:") return true;
  return url.protocol === "http:" && LOOPBACK.test(url.hostname);
}

// A slash, then neither a slash nor a backslash, then printable ASCII: browsers drop tabs and line
// breaks from a URL and read "\" as "/", so "/\evil.example" and "/<tab>/evil.example" leave the site.
const LOCAL_PATH = /^\/(?![/\\])[\x21-\x7e]*$/;
const LOCAL_PATH_DECODED = /^\/(?![/\\])\P{Cc}*$/u;
const ORIGIN = "https://client.invalid";

/**
 * Where to go after sign-in: the path when it stays on this site, otherwise "/" (RFC 9700 §4.11: no open redirector).
 */
export function localPath(value: unknown): string {
  if (typeof value !== "string" || value.length > LONGEST_PATH) return "/";

  // "/%09/x" and "/..//x" look local until someone decodes or normalises them.
  const decoded = decodeOrNothing(value);
  if (decoded === undefined || !LOCAL_PATH.test(value) || !LOCAL_PATH_DECODED.test(decoded)) return "/";
  if (!URL.canParse(value, ORIGIN)) return "/";

  const url = new URL(value, ORIGIN);
  const normalised = url.pathname + url.search + url.hash;
  // Normalisation can make a path three times as long.
  const fits = normalised.length <= LONGEST_PATH;
  return url.origin === ORIGIN && fits && LOCAL_PATH.test(normalised) ? normalised : "/";
}

function decodeOrNothing(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
