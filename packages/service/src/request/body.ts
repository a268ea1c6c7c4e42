/** Reads a body from node's own request. The body must have one media type, be uncompressed, and be within a limit. */
import type { IncomingMessage } from "node:http";

export interface ExpectedBody {
  /** In lower case, without parameters. */
  readonly mediaType: string;
  readonly limitBytes: number;
  /** Whether a charset other than UTF-8 is refused. JSON has no such parameter: it is UTF-8 (RFC 8259 §8.1 and §11). */
  readonly checksCharset: boolean;
}

/**
 * Returns the bytes of a body; `undefined` when the body is of another type or there is none. Throws an error with
 * `status` and `expose`, which `malformedRequestStatus` recognizes, if the body is too large, compressed, of another
 * charset, or cut off.
 */
export async function readBody(req: IncomingMessage, expected: ExpectedBody): Promise<Buffer | undefined> {
  const { "content-type": contentType = "", "content-length": stated, "content-encoding": encoding } = req.headers;
  const [type, ...parameters] = contentType.split(";");
  if (type?.trim().toLowerCase() !== expected.mediaType) return undefined;
  if (req.headers["transfer-encoding"] === undefined && Number(stated ?? 0) === 0) {
    return stated === undefined ? undefined : Buffer.alloc(0);
  }
  // A compressed body could expand without limit.
  if ((encoding ?? "identity").toLowerCase() !== "identity") throw malformed(415);
  if (expected.checksCharset && !parameters.every(isUtf8)) throw malformed(415);
  if (Number(stated ?? 0) > expected.limitBytes) throw malformed(413);
  return collect(req, expected.limitBytes);
}

const FORM = "application/x-www-form-urlencoded";

/** The text of a form body, only in UTF-8 (RFC 6749 Appendix B). `undefined` and errors as for `readBody`. */
export async function readFormBody(req: IncomingMessage, limitBytes: number): Promise<string | undefined> {
  return (await readBody(req, { mediaType: FORM, limitBytes, checksCharset: true }))?.toString("utf8");
}

/** Throws an error with the status 415, as `readBody` does, if the request has a body that is not a form. */
export function assertForm({ headers }: Pick<IncomingMessage, "headers">): void {
  const type = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type !== undefined && type !== FORM) throw malformed(415);
}

/** Whether a media type parameter leaves the body in UTF-8: it is no charset, or names UTF-8. */
function isUtf8(parameter: string): boolean {
  const [name, ...value] = parameter.split("=").map((part) => part.trim().toLowerCase());
  return name !== "charset" || value.join("=") === "utf-8" || value.join("=") === '"utf-8"';
}

function collect(req: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    req.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > limitBytes) return reject(malformed(413));
      chunks.push(chunk);
    });
    req.on("end", () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    req.on("error", () => reject(malformed(400)));
  });
}

const malformed = (status: 400 | 413 | 415) =>
  Object.assign(new Error("the body cannot be read"), { status, expose: true });
