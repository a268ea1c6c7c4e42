/** The keys that our signatures verify with: RFC 7517, OIDC Core §10.1. */
import type { RequestHandler } from "express";
import type { KeyRing } from "../tokens/key-ring.ts";

/** Shorter than the time a key is published before it signs, so that nobody meets a signature of a key they cannot know. */
export const JWKS_MAX_AGE_SECONDS = 300;

export function jwks(keys: Pick<KeyRing, "jwks">): RequestHandler {
  return (req, res) => {
    const { body, etag } = keys.jwks();
    res.set({ "cache-control": `public, max-age=${JWKS_MAX_AGE_SECONDS}`, etag });
    if (req.headers["if-none-match"] === etag) {
      res.status(304).end();
      return;
    }
    res.set("content-type", "application/json").end(body);
  };
}
