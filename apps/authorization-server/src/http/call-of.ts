import { Call } from "@countersign/service";
import type { Response } from "express";
import { addressOf } from "./address.ts";

/** A request on Express as what answers authorization requests takes it. Its headers are set already. */
export function callOf(res: Response): Call {
  const { req } = res;
  return new Call(req, res, req.path, { headers: {}, addressOf: () => addressOf(req) });
}
