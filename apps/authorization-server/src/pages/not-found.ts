import type { RequestHandler } from "express";
import type { Dependencies } from "../dependencies.ts";
import { languagesOf } from "../http/languages.ts";

/** For paths that nothing answers. */
export function notFoundPage({ views }: Pick<Dependencies, "views">): RequestHandler {
  return (req, res) => void res.status(404).send(views.in(languagesOf(req)).notFound({}));
}
