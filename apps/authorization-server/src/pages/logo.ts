/** A client's logo, from our own origin: no page of ours makes a browser ask anyone else (specification §4.8 rule 4). */
import type { RequestHandler } from "express";
import type { Dependencies } from "../dependencies.ts";

const MAX_AGE_SECONDS = 300;

export function logo({ clients }: Pick<Dependencies, "clients">): RequestHandler {
  return async (req, res) => {
    const found = await clients.logo(String(req.params.clientId));
    if (found === undefined) {
      res.status(404).set("cache-control", "no-store").end();
      return;
    }
    res
      .set({ "content-type": found.mediaType, "cache-control": `public, max-age=${MAX_AGE_SECONDS}` })
      .end(found.image);
  };
}
