/** A person's picture, at the address in the claim `picture` (OIDC Core §5.1). Pages of any site show it. */
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";

const MAX_AGE_SECONDS = 300;

export function picture({ pictures }: Pick<Dependencies, "pictures">): Handler {
  return async (call) => {
    const found = await pictures.find(String(call.params.picture_id));
    if (found === undefined) return call.end(404, { "cache-control": "no-store" });
    const headers = { "content-type": found.mediaType, "cache-control": `private, max-age=${MAX_AGE_SECONDS}` };
    call.send(found.image, headers);
  };
}
