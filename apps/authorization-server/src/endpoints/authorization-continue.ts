/** The continue step: every page comes back here, and here alone it is decided what comes next. */
import { ProtocolError } from "@countersign/rules";
import type { RequestHandler } from "express";
import type { Dependencies } from "../dependencies.ts";
import { callOf } from "../http/call-of.ts";
import { expiredRequest } from "../http/errors.ts";
import { queryParameters } from "../http/parameters.ts";
import { deliver } from "./authorization/deliver.ts";
import { findParked } from "./authorization/find-parked.ts";
import { type Decision, decide, proceed } from "./authorization/proceed.ts";

export function authorizationContinue(deps: Dependencies): RequestHandler {
  return async (req, res) => {
    const ongoing = await findParked(queryParameters(req).get("request"), deps, req);

    let decision: Decision;
    try {
      decision = await decide(ongoing, deps, req);
    } catch (err) {
      if (!(err instanceof ProtocolError)) throw err;
      // The request ends with this answer: nobody can go on with it from the browser's history.
      const { handle, browser, parked } = ongoing;
      if (!(await deps.parkedRequests.complete(handle, browser, parked))) throw expiredRequest("completed before");
      return deliver(ongoing.responses.error(err), ongoing, deps, callOf(res));
    }
    await proceed(decision, deps, callOf(res));
  };
}
