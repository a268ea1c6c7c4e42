/** "Not you?": ends the session of whoever is signed in, and lets the next person sign in to the same request. */
import type { RequestHandler } from "express";
import type { Dependencies } from "../dependencies.ts";
import { continueUrl, findParked } from "../endpoints/authorization/find-parked.ts";
import { addressOf } from "../http/address.ts";
import { assertOwnForm } from "../http/csrf.ts";
import { formParameters } from "../http/parameters.ts";
import { seeOther } from "../http/redirect.ts";

export function changeUser(deps: Dependencies): RequestHandler {
  return async (req, res) => {
    const fields = formParameters(req);
    const { handle, browser, request, client } = await findParked(fields.get("request"), deps, req);
    const agreed = { clientId: client.id, resource: request.resource };
    const session = await deps.sessions.find(deps.cookies.session(req), agreed, deps.now());

    if (session !== undefined) {
      assertOwnForm(req, fields, { browser, about: `${handle} ${session.signIn.userId}`, issuer: deps.issuer });
      await deps.sessions.end(deps.cookies.session(req), deps.now(), { address: addressOf(req) });
      deps.logoutDeliveries.kick();
      deps.cookies.clearSession(res);
    }
    seeOther(res, continueUrl(handle));
  };
}
