/** Browser applications read /userinfo from their own origin: the Fetch standard's CORS protocol. */
import type { RequestHandler } from "express";

const PREFLIGHT_MAX_AGE_SECONDS = 600;

/**
 * Any site, and never credentials: what opens the door is the token, which no browser adds by itself. An opaque
 * origin (a sandboxed frame, a local file) is not answered.
 */
export const allowAnyOrigin: RequestHandler = (req, res, next) => {
  res.vary("Origin");
  if (req.headers.origin !== "null") res.set("Access-Control-Allow-Origin", "*");
  // RFC 6750 §3: a script can tell an expired token from a missing scope.
  res.set("Access-Control-Expose-Headers", "WWW-Authenticate");
  next();
};

/** Answers a preflight: the Authorization header and the methods of `allow`. */
export function preflight(allow: readonly string[]): RequestHandler {
  return (_req, res) => {
    res.set("Access-Control-Allow-Methods", allow.join(", "));
    res.set("Access-Control-Allow-Headers", "Authorization, Content-Type");
    res.set("Access-Control-Max-Age", String(PREFLIGHT_MAX_AGE_SECONDS));
    res.status(204).end();
  };
}
