/** Which clients are told that a session ended: kept in the browser for the page that names them after signing out. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { jsonOrUndefined } from "@countersign/guard/json";
import type { Cookies } from "./cookies.ts";

/** Names of more apps say no more. */
const MOST = 10;
/** Browsers keep no longer cookie (RFC 6265bis §5.6). */
const LONGEST_COOKIE = 4096;

export function keepTold(res: ServerResponse, ids: readonly string[], cookies: Cookies): void {
  if (ids.length > 0) cookies.setTold(res, Buffer.from(JSON.stringify(ids.slice(0, MOST))).toString("base64url"));
}

/**
 * Reads their ids, and deletes the cookie, so that the next user of the browser does not see them. Ids of a forged
 * cookie are possible: they lead to names that are public.
 */
export function takeTold(req: IncomingMessage, res: ServerResponse, cookies: Cookies): readonly string[] {
  const sent = cookies.told(req);
  if (sent === undefined) return [];
  cookies.setTold(res, "");
  const ids = jsonOrUndefined(Buffer.from(sent, "base64url"), { longest: LONGEST_COOKIE });
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string").slice(0, MOST) : [];
}
