/** Headers that protect those who get our responses, where a page does not need something else. */

/** For responses that programs read. Should a browser show one all the same, it loads nothing, and in no frame. */
export const API_HEADERS = Object.freeze({
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
  // Pages of others load nothing of ours: what they may call, they call as CORS allows.
  "cross-origin-resource-policy": "same-origin",
});

/** Over that, for what any site may load. */
export const LOADED_ANYWHERE = Object.freeze({ "cross-origin-resource-policy": "cross-origin" });

/** RFC 6797: two years, this host alone. What else lives on the domain is not ours to decide. */
export const HSTS_HEADER = Object.freeze({ "strict-transport-security": "max-age=63072000" });

/**
 * Headers of every answer: `API_HEADERS`, and HSTS when the public address of the service is https. Routes that answer
 * with pages have a content-security-policy of their own over it.
 *
 * @param publicUrl the address that others reach this service under, say the issuer
 */
export function protectiveHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return new URL(publicUrl).protocol === "https:" ? { ...API_HEADERS, ...HSTS_HEADER } : API_HEADERS;
}
