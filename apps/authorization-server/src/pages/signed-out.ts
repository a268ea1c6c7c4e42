/** The page after signing out, for those whom no client takes back (OIDC RP-Initiated Logout §2). */
import type { RequestHandler } from "express";
import type { Dependencies } from "../dependencies.ts";
import { languagesOf } from "../http/languages.ts";

export function signedOutPage({ views }: Pick<Dependencies, "views">): RequestHandler {
  return (req, res) => void res.send(views.in(languagesOf(req)).signedOut({}));
}
