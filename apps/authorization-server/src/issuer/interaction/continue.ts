/** The continue step. Every page returns the browser here, and only this step decides what comes next. */
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { queryOf } from "../../platform/http/parameters.ts";
import { findWaiting } from "./find.ts";
import { proceed } from "./next.ts";

export function authorizationContinue(deps: Dependencies): Handler {
  return async (call) => proceed(await findWaiting(queryOf(call).get("request"), deps, call), deps, call);
}
