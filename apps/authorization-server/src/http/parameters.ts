/** Reads protocol parameters off a request: flat names, decoded once, nothing guessed (RFC 6749 §3.1, Appendix B). */
import { invalidRequest, type RequestParameters, readParameters } from "@countersign/rules";
import { type Call, readFormBody } from "@countersign/service";

/** No parameter set of a protocol request is longer: 8 KiB. */
const LONGEST_BYTES = 8192;
/** A body that is longer than this is not even read to its end. */
const LONGEST_BODY_BYTES = 16_384;
const MOST_PARAMETERS = 100;

/** The parameters of a form, and what else a form of ours may say. */
export interface FormParameters extends RequestParameters {
  /** All values of one field: a group of checkboxes repeats its name. */
  all(name: string): readonly string[];
}

/** The parameters of the query. Throws `invalid_request` when there is too much of it. */
export const queryOf = ({ query }: Pick<Call, "query">): RequestParameters => readParameters(pairsOf(query));

/**
 * The parameters of a form body, and of nothing else. Throws `invalid_request` when there is no form, or too much of
 * it.
 */
export async function formOf({ req }: Pick<Call, "req">): Promise<FormParameters> {
  const text = await readFormBody(req, LONGEST_BODY_BYTES);
  if (text === undefined) throw invalidRequest("the body must be application/x-www-form-urlencoded");
  const pairs = pairsOf(text);
  return { ...readParameters(pairs), all: (name) => pairs.getAll(name) };
}

function pairsOf(text: string): URLSearchParams {
  if (Buffer.byteLength(text) > LONGEST_BYTES) throw invalidRequest("the request is too long");

  const pairs = new URLSearchParams(text);
  if (pairs.size > MOST_PARAMETERS) throw invalidRequest("the request has too many parameters");
  return pairs;
}
