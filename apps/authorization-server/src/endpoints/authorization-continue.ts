/** The continue step: every page comes back here, and here alone it is decided what comes next. */
import type { RequestHandler } from "express";
import type { Dependencies } from "../dependencies.ts";
import { queryParameters } from "../http/parameters.ts";
import { findParked } from "./authorization/find-parked.ts";
import { decide, proceed } from "./authorization/proceed.ts";

export function authorizationContinue(deps: Dependencies): RequestHandler {
  return async (req, res) => {
    const ongoing = await findParked(queryParameters(req).get("request"), deps, req);
    await proceed(await decide(ongoing, deps, req), deps, req, res);
  };
}
