/** Headers that protect the receivers of our responses, unless a page needs other values. */

/**
 * For responses that programs read. If a browser shows one all the same, it loads nothing, and no frame may contain it.
 */
export const API_HEADERS = Object.freeze({
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
  // Pages of other origins cannot embed our resources. What they may call, they call as CORS allows.
  "cross-origin-resource-policy": "same-origin",
});

/** Replaces the header above, for resources that any site may load. */
export const LOADED_ANYWHERE = Object.freeze({ "cross-origin-resource-policy": "cross-origin" });

/** RFC 6797: two years, only for this host. Other hosts of the domain are not ours to decide about. */
export const HSTS_HEADER = Object.freeze({ "strict-transport-security": "max-age=63072000" });

/**
 * Headers of every answer: `API_HEADERS`, and HSTS when the public address of the service is https. Routes that answer
 * with pages replace the content-security-policy by their own.
 *
 * @param publicUrl the public address of this service, such as the issuer
 */
export function protectiveHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return new URL(publicUrl).protocol === "https:" ? { ...API_HEADERS, ...HSTS_HEADER } : API_HEADERS;
}
