/** The public keys that verify our signatures: RFC 7517, OIDC Core §10.1. */
import type { Handler } from "@countersign/service";
import type { KeyRing } from "../keys/key-ring.ts";

/**
 * Shorter than the time between publication and first use of a key. So no verifier receives a signature whose key its
 * cached document lacks.
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
