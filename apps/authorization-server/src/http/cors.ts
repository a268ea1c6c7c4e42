import type { RequestHandler } from "express";

const PREFLIGHT_SECONDS = "600";

/**
 * Lets scripts of any site call an endpoint that looks at no cookie. Credentials are never allowed, and an
 * opaque origin (sandboxed frames, local files) is not answered.
 */
export const crossOrigin: RequestHandler = (req, res, next) => {
  res.vary("Origin");
  if (req.headers.origin !== undefined && req.headers.origin !== "null") res.set("access-control-allow-origin", "*");
  if (req.method !== "OPTIONS") return next();

  res.set({
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-headers": "authorization, content-type",
    "access-control-max-age": PREFLIGHT_SECONDS,
  });
  res.status(204).end();
};
