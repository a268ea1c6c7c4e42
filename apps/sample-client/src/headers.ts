import type { RequestHandler } from "express";
import type { Config } from "./config.ts";

// No form-action: browsers apply it to the redirect that follows, and both our forms end at the provider.
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'";

/** Every response: nothing inline, no frames, no sniffing, no cache. */
export function securityHeaders({ secure }: Pick<Config, "secure">): RequestHandler {
  return (_req, res, next) => {
    res.set({
      "Content-Security-Policy": CONTENT_SECURITY_POLICY,
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cache-Control": "no-store",
      // Not no-referrer: with it, browsers send "Origin: null" on our own forms.
      "Referrer-Policy": "same-origin",
    });
    if (secure) res.set("Strict-Transport-Security", "max-age=31536000");
    next();
  };
}
