/** The keys that our signatures verify with: RFC 7517, OIDC Core §10.1. */
import type { Handler } from "@countersign/service";
import type { KeyRing } from "../keys/key-ring.ts";

/**
 * Shorter than the time a key is published before it signs, so that nobody meets a signature of a key they cannot know.
 */
export const JWKS_MAX_AGE_SECONDS = 300;

export function jwks(keys: Pick<KeyRing, "jwks">): Handler {
  return (call) => {
    const { body, etag } = keys.jwks();
    const headers = { "cache-control": `public, max-age=${JWKS_MAX_AGE_SECONDS}`, etag };
    if (call.req.headers["if-none-match"] === etag) return call.end(304, headers);

    call.send(body, { ...headers, "content-type": "application/json" });
  };
}
