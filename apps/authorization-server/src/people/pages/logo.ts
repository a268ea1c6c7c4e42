/**
 * A client's logo, served from our own origin. Our pages make a browser contact no other origin (specification §4.8
 * rule 4).
 */
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";

const MAX_AGE_SECONDS = 300;

export function logo({ clients }: Pick<Dependencies, "clients">): Handler {
  return async (call) => {
    const found = await clients.logo(String(call.params.client_id));
    if (found === undefined) return call.end(404, { "cache-control": "no-store" });
    const headers = { "content-type": found.mediaType, "cache-control": `public, max-age=${MAX_AGE_SECONDS}` };
    call.send(found.image, headers);
  };
}
