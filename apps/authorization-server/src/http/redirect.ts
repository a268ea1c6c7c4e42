import type { Call } from "@countersign/service";
import type { Response } from "express";
import { callOf } from "./call-of.ts";

/**
 * Sends the browser on with 303: whatever the method was, the next request is a GET, so no form
 * with a password in it is ever sent on (RFC 9700 §4.12). The location goes out byte for byte.
 */
export function sendOn(call: Call, location: string): void {
  call.end(303, { location, "cache-control": "no-store", "referrer-policy": "no-referrer" });
}

/**
 * The same on Express.
 *
 * @param to the address of a client, or a path of ours (it begins with a slash), which is below the issuer
 */
export function seeOther(res: Response, to: string): void {
  const location = to.startsWith("/") ? `${res.app.locals.basePath}${to}` : to;
  sendOn(callOf(res), location);
}
