import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { languagesOf } from "../../platform/http/languages.ts";

/** For paths without a route. */
export function notFoundPage({ views }: Pick<Dependencies, "views">): Handler {
  return (call) => call.page(views.in(languagesOf(call.req)).notFound({ reference: call.requestId }), {}, 404);
}
