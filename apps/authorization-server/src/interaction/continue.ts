/** The continue step: every page comes back here, and here alone it is decided what comes next. */
import { ProtocolError } from "@countersign/rules";
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../dependencies.ts";
import { expiredRequest } from "../http/errors.ts";
import { queryOf } from "../http/parameters.ts";
import { deliver } from "./answer/deliver.ts";
import { findParked } from "./find-parked.ts";
import { type Decision, decide, proceed } from "./proceed.ts";

export function authorizationContinue(deps: Dependencies): Handler {
  return async (call) => {
    const interaction = await findParked(queryOf(call).get("request"), deps, call.req);

    let decision: Decision;
    try {
      decision = await decide(interaction, deps, call.req);
    } catch (err) {
      if (!(err instanceof ProtocolError)) throw err;
      // The request ends with this answer: nobody can go on with it from the browser's history.
      const { handle, browser, parked } = interaction;
      if (!(await deps.parkedRequests.complete(handle, browser, parked))) throw expiredRequest("completed before");
      return deliver(interaction.responder.error(err), interaction, deps, call);
    }
    await proceed(decision, deps, call);
  };
}
