/** JSON bodies (RFC 8259) of limited size and depth. */
import { isUnreadableJson, type JsonLimits, type JsonProblem, readJson } from "@countersign/guard/json";
import { invalidRequest } from "@countersign/rules";
import { type Call, readBody } from "@countersign/service";

const DEEPEST = 8;

const LONGEST_BYTES = 65_536;

/**
 * The JSON value of a body. Throws `invalid_request` if there is none, if a member is repeated, or if it is nested
 * deeper than any value that we accept. Throws an error with status 413 if the body is too large.
 */
export async function jsonOf({ req }: Pick<Call, "req">, limitBytes = LONGEST_BYTES): Promise<unknown> {
  const expected = { mediaType: "application/json", limitBytes, checksCharset: false };
  const body = await readBody(req, expected);
  if (body === undefined) throw invalidRequest("the body must be application/json");
  return jsonIn(body, { longest: limitBytes, deepest: DEEPEST }, invalidRequest);
}

const SENTENCES: Readonly<Record<JsonProblem, string>> = {
  "too long": "the body is too long",
  "too deep": "the body is nested too deeply",
  "not JSON in UTF-8": "the body is not JSON in UTF-8",
  "a member is repeated": "the body has a member twice",
  "a member has a reserved name": "the body has a member __proto__, which is reserved",
};

/** The JSON value of the bytes of a body. Throws what `refuse` makes of the sentence that says what is wrong. */
export function jsonIn(body: Uint8Array, limits: JsonLimits, refuse: (sentence: string) => Error): unknown {
  try {
    return readJson(body, limits);
  } catch (err) {
    throw isUnreadableJson(err) ? refuse(SENTENCES[err.problem]) : err;
  }
}
