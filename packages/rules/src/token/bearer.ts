/** Access tokens in the Authorization header: RFC 6750 §2.1. */

// RFC 9110 §11.1: the scheme in upper or lower case, and one space after it.
const BEARER = /^bearer(?: (.*))?$/is;
const B64TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

/**
 * Returns the text after the scheme of a Bearer Authorization header, unchecked; an empty text if there is none.
 * `undefined` without a header, and for another scheme.
 */
export function bearerCredentials(header: string | undefined): string | undefined {
  const bearer = BEARER.exec(header ?? "");
  return bearer === null ? undefined : (bearer[1] ?? "");
}

/** Whether a text can be an access token: exactly a b64token. */
export const isBearerToken = (text: string): boolean => B64TOKEN.test(text);
