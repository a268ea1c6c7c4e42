/** Bodies in JSON (RFC 8259): of a size and depth that nobody minds. */
import { invalidRequest } from "@countersign/rules";
import { type Call, readBody } from "@countersign/service";

const DEEPEST = 8;

const LONGEST_BYTES = 65_536;

/**
 * The JSON value of a body. Throws `invalid_request` when there is none, or when it is nested deeper than anything we
 * know, and an error with status 413 for a larger one.
 */
export async function jsonOf({ req }: Pick<Call, "req">): Promise<unknown> {
  const expected = { mediaType: "application/json", limitBytes: LONGEST_BYTES, checksCharset: false };
  const body = await readBody(req, expected);
  if (body === undefined) throw invalidRequest("the body must be application/json");

  const value = parse(body);
  if (isDeeperThan(DEEPEST, value)) throw invalidRequest("the body is nested too deeply");
  return value;
}

// RFC 8259 §8.1: UTF-8 and nothing else, whatever a charset parameter says.
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
