/** A form of our own page: application/x-www-form-urlencoded, and nothing else. */
import express, { type Request, type RequestHandler } from "express";
import { ProtocolError } from "../errors.ts";

const TYPE = "application/x-www-form-urlencoded";
const FIELDS = 30;

/** Reads the body as text. `readForm` parses it. */
export const formText: RequestHandler = express.text({ type: TYPE, limit: "32kb" });

/**
 * The fields of a form that came through `formText`; a field without a value was not sent.
 * @throws ProtocolError form_malformed (another type, no body), session_refused (a repeated field, too many)
 */
export function readForm(req: Pick<Request, "body">): ReadonlyMap<string, string> {
  // JSON would parse into anything, and a cross-site form can send text/plain: one type, no guessing.
  if (typeof req.body !== "string") throw new ProtocolError("form_malformed", "the body is not a form");

  const pairs = [...new URLSearchParams(req.body)];
  const form = new Map(pairs);
  // RFC 6749 §3.1: a parameter must not be repeated. Two readers could take different values.
  if (form.size !== pairs.length) throw new ProtocolError("session_refused", "a field is repeated");
  if (form.size > FIELDS) throw new ProtocolError("session_refused", "too many fields");
  return new Map([...form].filter(([, value]) => value !== ""));
}
