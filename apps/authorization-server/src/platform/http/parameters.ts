/** Reads protocol parameters from a request: flat names, decoded once, without guessing (RFC 6749 §3.1, Appendix B). */
import { invalidRequest, type RequestParameters, readParameters } from "@countersign/rules";
import { type Call, readFormBody } from "@countersign/service";

/** The maximum length of the parameters of a protocol request: 8 KiB. */
const LONGEST_BYTES = 8192;
/** A body that is longer than this is not read to its end. */
const LONGEST_BODY_BYTES = 16_384;
const MOST_PARAMETERS = 100;

/** The parameters of a form, with the repeated fields that our own forms may contain. */
export interface FormParameters extends RequestParameters {
  /** All values of one field: a group of checkboxes repeats its name. */
  all(name: string): readonly string[];
  /** The names of all fields, those without a value too. */
  names(): readonly string[];
  /** The file that the form carries, on a page that takes one. */
  readonly file?: Uint8Array | undefined;
}

/** The parameters of the query. Throws `invalid_request` when the query is too long. */
export const queryOf = ({ query }: Pick<Call, "query">): RequestParameters => readParameters(pairsOf(query));

/**
 * The parameters of a form body, without those of the query. Throws `invalid_request` when there is no form, or when it
 * is too long.
 */
export async function formOf({ req }: Pick<Call, "req">): Promise<FormParameters> {
  const text = await readFormBody(req, LONGEST_BODY_BYTES);
  if (text === undefined) throw invalidRequest("the body must be application/x-www-form-urlencoded");
  const pairs = pairsOf(text);
  return { ...readParameters(pairs), all: (name) => pairs.getAll(name), names: () => [...pairs.keys()] };
}

/** A text that has the form of a secret of ours, such as a handle or the token of a link; otherwise `undefined`. */
export const secretIn = (text: string | undefined): string | undefined =>
  text !== undefined && /^[\w-]{43}$/.test(text) ? text : undefined;

/** A text that has the form of a reference; otherwise `undefined`. */
export const referenceIn = (text: string | undefined): string | undefined =>
  text !== undefined && /^[\w.-]{8,64}$/.test(text) ? text : undefined;

function pairsOf(text: string): URLSearchParams {
  if (Buffer.byteLength(text) > LONGEST_BYTES) throw invalidRequest("the request is too long");

  const pairs = new URLSearchParams(text);
  if (pairs.size > MOST_PARAMETERS) throw invalidRequest("the request has too many parameters");
  return pairs;
}
