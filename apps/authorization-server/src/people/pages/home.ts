/** The page at the issuer itself: it says what this service is, and whether the person is signed in. */
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { paths } from "../../paths.ts";
import { languagesOf } from "../../platform/http/languages.ts";

export function homePage(deps: Dependencies): Handler {
  return async (call) => {
    const agreed = { clientId: undefined, resource: deps.userinfoResource.identifier };
    const session = await deps.sessions.find(deps.cookies.session(call.req), agreed, deps.now());
    const shown = {
      person: session?.displayName,
      account: paths.account,
      signUp: deps.signUp.isOpen ? paths.signUp : undefined,
      signOut: paths.endSession,
      metadata: paths.openidConfiguration,
      here: paths.home,
    };
    call.page(deps.views.in(languagesOf(call.req)).home(shown));
  };
}
