import type { RequestHandler } from "express";
import type { Config } from "../config.ts";

const FOR_ALL =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'";

/**
 * With `script`, our own script files run and forms go to this site only: for the one page that reads a token.
 * Elsewhere nothing runs, and there is no form-action: browsers apply it to the redirect that follows, and
 * our forms end at the provider.
 */
export function contentSecurityPolicy({ script }: { script: boolean }): string {
  return script ? `${FOR_ALL}; script-src 'self'; form-action 'self'` : FOR_ALL;
}

/** Every response: nothing inline, no frames, no sniffing, no cache. */
export function securityHeaders({ secure }: Pick<Config, "secure">): RequestHandler {
  return (_req, res, next) => {
    res.set({
      "Content-Security-Policy": contentSecurityPolicy({ script: false }),
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Cache-Control": "no-store",
      // Not no-referrer: with it, browsers send "Origin: null" on our own forms.
      "Referrer-Policy": "same-origin",
    });
    if (secure) res.set("Strict-Transport-Security", "max-age=31536000");
    next();
  };
}
