import { Call } from "@countersign/service";
import type { Response } from "express";
import { addressOf } from "./address.ts";

/** A request that Express serves, as endpoints past it see theirs. Its headers are set already. */
export function callOf(res: Response): Call {
  const { req } = res;
  const surroundings = { headers: {}, addressOf: () => addressOf(req), requestId: String(res.locals.requestId ?? "") };
  return new Call(req, res, { path: req.path, query: "" }, surroundings);
}
