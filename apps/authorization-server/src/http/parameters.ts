/** Reads protocol parameters off a request: flat names, decoded once, nothing guessed (RFC 6749 §3.1, Appendix B). */
import { invalidRequest, type RequestParameters, readParameters } from "@countersign/rules";
import { type Call, readFormBody } from "@countersign/service";
import type { Request, RequestHandler } from "express";

/** No parameter set of a protocol request is longer: 8 KiB. */
const LONGEST_BYTES = 8192;
/** A body that is longer than this is not even read to its end. */
const LONGEST_BODY_BYTES = 16_384;
const MOST_PARAMETERS = 100;

/** Reads a form body as text, for pages; `formParameters` parses it. Another content type leaves no body. */
export const readForm: RequestHandler = async (req, _res, next) => {
  req.body = await readFormBody(req, LONGEST_BODY_BYTES);
  next();
};

/** The parameters of the query. Throws `invalid_request` when there is too much of it. */
export function queryParameters(req: Request): RequestParameters {
  const at = req.originalUrl.indexOf("?");
  return parse(at === -1 ? "" : req.originalUrl.slice(at + 1));
}

/** The parameters of a call's query. Throws as `queryParameters` does. */
export const queryOf = ({ query }: Pick<Call, "query">): RequestParameters => parse(query);

/** The parameters of a form body, and of nothing else. Throws `invalid_request` when there is no form. */
export function formParameters(req: Request): RequestParameters {
  if (typeof req.body !== "string") throw invalidRequest("the body must be application/x-www-form-urlencoded");
  return parse(req.body);
}

function parse(text: string): RequestParameters {
  if (Buffer.byteLength(text) > LONGEST_BYTES) throw invalidRequest("the request is too long");

  const pairs = [...new URLSearchParams(text)];
  if (pairs.length > MOST_PARAMETERS) throw invalidRequest("the request has too many parameters");
  return readParameters(pairs);
}

/** The parameters of a call's form body. Throws as `formParameters` does. */
export async function formOf({ req }: Call): Promise<RequestParameters> {
  const text = await readFormBody(req, LONGEST_BODY_BYTES);
  if (text === undefined) throw invalidRequest("the body must be application/x-www-form-urlencoded");
  return parse(text);
}

/** All values of one form field: a checkbox group repeats its name, on purpose. */
export function formValues(req: Request, name: string): readonly string[] {
  return new URLSearchParams(typeof req.body === "string" ? req.body : "").getAll(name);
}
