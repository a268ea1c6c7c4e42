/** "Not you?": ends the session of whoever is signed in, and lets the next person sign in to the same request. */
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { assertOwnForm } from "../../http/csrf.ts";
import { formOf } from "../../http/parameters.ts";
import { continueUrl, findParked } from "../find-parked.ts";

export function changeUser(deps: Dependencies): Handler {
  return async (call) => {
    const fields = await formOf(call);
    const { handle, browser, request, client } = await findParked(fields.get("request"), deps, call.req);
    const agreed = { clientId: client.id, resource: request.resource };
    const session = await deps.sessions.find(deps.cookies.session(call.req), agreed, deps.now());

    if (session !== undefined) {
      assertOwnForm(call.req, fields, { browser, about: `${handle} ${session.signIn.userId}`, issuer: deps.issuer });
      await deps.sessions.end(deps.cookies.session(call.req), deps.now(), { address: call.address });
      deps.logoutDeliveries.kick();
      deps.cookies.clearSession(call.res);
    }
    call.redirect(continueUrl(handle, deps.issuer));
  };
}
