import type { IncomingMessage } from "node:http";
import { ProtocolError } from "@countersign/rules";

// RFC 6750 §2.1: one token, in the characters that a token has.
const BEARER = /^bearer +([\w.~+/-]+=*) *$/i;
const LONGEST = 1024;

/** The bearer token of a request's header. Throws `invalid_token` when there is none. */
export function bearerToken(req: Pick<IncomingMessage, "headers">): string {
  const header = req.headers.authorization ?? "";
  const token = header.length > LONGEST ? undefined : BEARER.exec(header)?.[1];
  if (token === undefined) throw invalidToken("no bearer token");
  return token;
}

/** RFC 6750 §3.1: one sentence for every cause, so that nobody learns which clients and tokens exist. */
export const invalidToken = (detail: string) =>
  new ProtocolError("invalid_token", "the token is missing, unknown or expired", detail);
