import type { Request } from "express";

/** The pattern of the route that answered, "none" without one: the same for every request, so no path, no query, no id. */
export function routeOf(req: Request): string {
  const path: unknown = req.route?.path;
  return path === undefined ? "none" : `${req.baseUrl}${String(path)}`;
}
