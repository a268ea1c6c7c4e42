/** Reads a form body off node's own request, within a limit. */
import type { IncomingMessage } from "node:http";

const FORM = "application/x-www-form-urlencoded";

/**
 * The text of a form body; `undefined` when the body is of another type or there is none. Throws an error with `status`
 * and `expose` for what `malformedRequestStatus` knows: too large, packed, of another encoding than UTF-8, cut off.
 */
export function readFormBody(req: IncomingMessage, limitBytes: number): Promise<string | undefined> {
  const [type, ...parameters] = (req.headers["content-type"] ?? "").split(";");
  const hasBody = req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0;
  if (type?.trim().toLowerCase() !== FORM) return Promise.resolve(undefined);
  if (!hasBody) return Promise.resolve(req.headers["content-length"] === undefined ? undefined : "");
  // What is packed could be blown up, and only UTF-8 is what the standards say (RFC 6749 Appendix B).
  if ((req.headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") return refused(415);
  if (!parameters.every(isUtf8)) return refused(415);
  if (Number(req.headers["content-length"] ?? 0) > limitBytes) return refused(413);
  return collect(req, limitBytes);
}

/** Whether a parameter of the type leaves the body in UTF-8: every charset that it names is that. */
function isUtf8(parameter: string): boolean {
  const [name, ...value] = parameter.split("=").map((part) => part.trim().toLowerCase());
  return name !== "charset" || value.join("=") === "utf-8" || value.join("=") === '"utf-8"';
}

function collect(req: IncomingMessage, limitBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    req.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > limitBytes) return reject(malformed(413));
      chunks.push(chunk);
    });
    req.on("end", () =>
      resolve((chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString("utf8")),
    );
    req.on("error", () => reject(malformed(400)));
  });
}

const refused = (status: 413 | 415) => Promise.reject(malformed(status));

const malformed = (status: 400 | 413 | 415) =>
  Object.assign(new Error("the body cannot be read"), { status, expose: true });
