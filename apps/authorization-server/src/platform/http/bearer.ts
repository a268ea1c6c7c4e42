import type { IncomingMessage } from "node:http";
import { bearerCredentials, isBearerToken, ProtocolError } from "@countersign/rules";

/** In characters. Our tokens are shorter. */
const LONGEST = 1024;

/** The bearer token of a request's header. Throws `invalid_token` when there is none. */
export function bearerToken(req: Pick<IncomingMessage, "headers">): string {
  const token = bearerCredentials(req.headers.authorization);
  if (token === undefined || token.length > LONGEST || !isBearerToken(token)) throw invalidToken("no bearer token");
  return token;
}

/** RFC 6750 §3.1: the same message for every cause, so that it does not reveal which clients and tokens exist. */
export const invalidToken = (detail: string) =>
  new ProtocolError("invalid_token", "the token is missing, unknown or expired", detail);
