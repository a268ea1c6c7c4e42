/** The page after signing out, if no client takes the person back (OIDC RP-Initiated Logout §2). */
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { paths } from "../../paths.ts";
import { languagesOf } from "../../platform/http/languages.ts";

export function signedOutPage({ views }: Pick<Dependencies, "views">): Handler {
  return (call) => call.page(views.in(languagesOf(call.req)).signedOut({ here: paths.signedOut }));
}
