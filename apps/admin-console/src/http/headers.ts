/** Headers of every page: only our stylesheets, fonts and pictures, not framed, not cached, no script. */
export const PAGE_HEADERS = Object.freeze({
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "cross-origin-opener-policy": "same-origin",
});
