/** JSON bodies (RFC 8259) of limited size and depth. */
import { invalidRequest } from "@countersign/rules";
import { type Call, readBody } from "@countersign/service";

const DEEPEST = 8;

const LONGEST_BYTES = 65_536;

/**
 * The JSON value of a body. Throws `invalid_request` if there is none, or if it is nested deeper than any value that we
 * accept. Throws an error with status 413 if the body is too large.
 */
export async function jsonOf({ req }: Pick<Call, "req">, limitBytes = LONGEST_BYTES): Promise<unknown> {
  const expected = { mediaType: "application/json", limitBytes, checksCharset: false };
  const body = await readBody(req, expected);
  if (body === undefined) throw invalidRequest("the body must be application/json");

  const value = parse(body);
  if (isDeeperThan(DEEPEST, value)) throw invalidRequest("the body is nested too deeply");
  return value;
}

// RFC 8259 §8.1: only UTF-8, whatever the charset parameter says.
const utf8 = new TextDecoder("utf-8", { fatal: true });

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    throw invalidRequest("the body is not JSON in UTF-8");
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}
