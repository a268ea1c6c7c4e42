import type { RequestHandler } from "express";

/** What our pages may load and do: nothing but our stylesheet and pictures. */
const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  // No form-action: browsers apply it to the redirect after a form too, and ours end at the client.
].join("; ");

/** Headers of every page: not framed, not cached, no referrer, no script (RFC 9700 §4.2.4 and §4.16). */
export function pageHeaders(issuer: string): RequestHandler {
  const headers = {
    "content-security-policy": PAGE_POLICY,
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    ...(issuer.startsWith("https:") ? { "strict-transport-security": "max-age=31536000" } : {}),
  };
  return (_req, res, next) => {
    res.set(headers);
    next();
  };
}
