/** The continue step: every page comes back here, and here alone it is decided what comes next. */
import { ProtocolError } from "@countersign/rules";
import type { RequestHandler } from "express";
import type { Dependencies } from "../dependencies.ts";
import { queryParameters } from "../http/parameters.ts";
import { seeOther } from "../http/redirect.ts";
import { findParked } from "./authorization/find-parked.ts";
import { proceed } from "./authorization/proceed.ts";

export function authorizationContinue(deps: Dependencies): RequestHandler {
  return async (req, res) => {
    const ongoing = await findParked(queryParameters(req).get("request"), deps, req);

    try {
      await proceed(ongoing, deps, req, res);
    } catch (err) {
      if (!(err instanceof ProtocolError)) throw err;
      // The request ends with this answer: nobody can go on with it from the browser's history.
      await deps.parkedRequests.complete(ongoing.handle, ongoing.browser, ongoing.parked);
      seeOther(res, ongoing.responses.error(err));
    }
  };
}
