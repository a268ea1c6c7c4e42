import type { RequestHandler } from "express";

/** RFC 9110 §15.5.6: the path is there, the method is not. */
export function methodNotAllowed(...allowed: readonly string[]): RequestHandler {
  return (_req, res) => {
    res
      .status(405)
      .set({ allow: allowed.join(", "), "cache-control": "no-store" })
      .end();
  };
}
