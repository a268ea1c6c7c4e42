/** Reads forms that carry a file (RFC 7578). */
import type { IncomingMessage } from "node:http";
import type { Busboy } from "@fastify/busboy";
import { readBody } from "./body.ts";

const MEDIA_TYPE = "multipart/form-data";
/** What a form has in addition to its file: fields, names and boundaries. */
const REST_BYTES = 8192;
const MOST_FIELDS = 20;

/** A form, and the one file that it may carry. */
export interface Upload {
  readonly fields: readonly [string, string][];
  readonly file: Uint8Array | undefined;
}

/** Whether a request carries such a form. */
export const isUpload = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() === MEDIA_TYPE;

/**
 * Reads the whole body, up to its limit. `undefined` for a form that cannot be read. Throws an error with status 413
 * for one that is too large.
 */
export async function readUpload(req: IncomingMessage, largestFileBytes: number): Promise<Upload | undefined> {
  const limitBytes = largestFileBytes + REST_BYTES;
  const body = await readBody(req, { mediaType: MEDIA_TYPE, limitBytes, checksCharset: false });
  // Loaded here: most services read no such form.
  const { Busboy } = await import("@fastify/busboy");
  return partsOf(body ?? Buffer.alloc(0), req.headers["content-type"] ?? "", Busboy).catch(() => undefined);
}

const LIMITS = { fieldNameSize: 100, fieldSize: REST_BYTES, fields: MOST_FIELDS, files: 1, parts: MOST_FIELDS + 1 };
const HEADER_LIMITS = { headerPairs: 10, headerSize: 2000 };

/** The parser makes a stream for each part and does not stop at its limits, so it is given a little at a time. */
const SLICE_BYTES = 4096;

function partsOf(body: Buffer, contentType: string, Parser: typeof Busboy): Promise<Upload> {
  return new Promise((resolve, reject) => {
    let isRefused = false;
    const refuse = () => {
      isRefused = true;
      reject(new Error("the form cannot be read"));
    };
    const fields: [string, string][] = [];
    const chunks: Buffer[] = [];
    try {
      const parser = new Parser({
        headers: { "content-type": contentType },
        limits: { ...LIMITS, ...HEADER_LIMITS },
      });
      parser.on("error", refuse);
      for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) parser.on(limit, refuse);
      parser.on("field", (name, value, nameCut, valueCut) =>
        nameCut || valueCut ? refuse() : fields.push([name, value]),
      );
      parser.on("file", (_, stream) => {
        stream.on("error", refuse);
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      });
      parser.on("finish", () => resolve({ fields, file: chunks.length === 0 ? undefined : Buffer.concat(chunks) }));
      for (let at = 0; at < body.length && !isRefused; at += SLICE_BYTES) {
        parser.write(body.subarray(at, at + SLICE_BYTES));
      }
      if (!isRefused) parser.end();
    } catch {
      refuse(); // no boundary
    }
  });
}
