/** Where a provider sends a person back who signed out there: RP-Initiated Logout §3. */
import { readParameters } from "@countersign/rules";
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { pathBelow, paths } from "../../../paths.ts";
import { queryOf } from "../../../platform/http/parameters.ts";
import { isOurRequestUri } from "../../../platform/stores/requests/pushed-request.ts";
import { goOn } from "./end-session.ts";
import { readLogoutRequest } from "./read-logout-request.ts";

/** Goes on with the logout request that the `state` names. Without one, the page says that the person is signed out. */
export function providerSignedOut(deps: Dependencies): Handler {
  return async (call) => {
    const state = queryOf(call).get("state") ?? "";
    const found = isOurRequestUri(state) ? await deps.parkedRequests.resolve(state, "logout") : undefined;
    if (found === undefined) return call.redirect(pathBelow(deps.issuer, paths.signedOut));
    goOn(
      await readLogoutRequest(readParameters(found.parameters.map(([name, value]) => [name, value])), deps),
      deps,
      call,
    );
  };
}
