import type { RequestHandler } from "express";
import type { Dependencies } from "../dependencies.ts";

/** For paths that nothing answers. */
export function notFoundPage({ views }: Pick<Dependencies, "views">): RequestHandler {
  return (_req, res) => void res.status(404).send(views.notFound({}));
}
