/** Headers of every page: only our stylesheets, scripts, fonts and pictures, not framed, not cached. */
export const PAGE_HEADERS = Object.freeze({
  "content-security-policy": [
    ...["default-src 'none'", "style-src 'self'", "script-src 'self'", "img-src 'self'", "font-src 'self'"],
    ...["base-uri 'none'", "frame-ancestors 'none'"],
  ].join("; "),
  "cache-control": "no-store",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "cross-origin-opener-policy": "same-origin",
});

/** The same for a page that asks us again: while something is typed, or until something happens. */
export const askingHeaders = Object.freeze({
  ...PAGE_HEADERS,
  "content-security-policy": `${PAGE_HEADERS["content-security-policy"]}; connect-src 'self'`,
});

/** The same for a page that shows pages of one origin in frames, and asks us again while it is filled in. */
export const framingHeaders = (origin: string) => ({
  ...PAGE_HEADERS,
  "content-security-policy": `${PAGE_HEADERS["content-security-policy"]}; frame-src ${origin}; connect-src 'self'`,
});
