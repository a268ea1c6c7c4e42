/**
 * The origins that may use passkeys of our RP ID: WebAuthn §5.11.1. The path is at the host, regardless of the
 * issuer's path.
 */
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";

const MAX_AGE_SECONDS = 300;

export function webauthnOrigins({ relyingParty }: Pick<Dependencies, "relyingParty">): Handler {
  return (call) => {
    const headers = { "cache-control": `public, max-age=${MAX_AGE_SECONDS}` };
    if (relyingParty === undefined) return call.end(404, headers);
    call.json({ origins: relyingParty.origins }, headers);
  };
}
