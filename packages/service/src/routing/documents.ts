/**
 * Documents that are the same for every caller, such as metadata and public keys. Their bytes and headers are ready
 * before a request comes.
 */
import { createHash } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from "node:http";
import { beginRequest, isTraced } from "@countersign/tracing";
import type { Logger } from "../log/logger.ts";
import type { Metrics } from "../metrics.ts";
import { repeatsHeaders } from "../request/repeated-headers.ts";
import type { CallContext } from "./call.ts";

/** A document as it is sent. It is replaced as a whole when it changes. */
export interface Document {
  readonly body: string;
  /** RFC 9110 §8.8.3, with its quotation marks. */
  readonly etag: string;
}

/** @param own the headers of the answers of a route */
export type AnswerDocument = (req: IncomingMessage, res: ServerResponse, own: OutgoingHttpHeaders) => void;

export const etagOf = (body: string): string => `"${createHash("sha256").update(body).digest("base64url")}"`;

interface Kind {
  readonly contentType: string;
  /** How long caches may keep it. */
  readonly maxAgeSeconds: number;
}

/** Names and values in turn: Node.js sends such a list as it is. */
interface Ready {
  readonly whole: string[];
  readonly unchanged: string[];
}

/**
 * Answers with a document, or with 304 if the client has it (RFC 9110 §13.1.2).
 *
 * @param current returns the document of now
 */
export function answerDocument(current: () => Document, { contentType, maxAgeSeconds }: Kind): AnswerDocument {
  let last: Document | undefined;
  let ready = new WeakMap<OutgoingHttpHeaders, Ready>();
  let encoding: BufferEncoding = "utf8";

  function prepare(document: Document, own: OutgoingHttpHeaders): Ready {
    const cached = { "cache-control": `public, max-age=${maxAgeSeconds}`, etag: document.etag };
    const unchanged = listOf({ ...own, ...cached });
    const length = Buffer.byteLength(document.body);
    const made = {
      unchanged,
      whole: [...unchanged, ...listOf({ "content-type": contentType, "content-length": length })],
    };
    ready.set(own, made);
    return made;
  }

  return (req, res, own) => {
    const document = current();
    if (document !== last) {
      last = document;
      ready = new WeakMap();
      // Node.js writes ASCII in half the time.
      encoding = Buffer.byteLength(document.body) === document.body.length ? "latin1" : "utf8";
    }
    const { whole, unchanged } = ready.get(own) ?? prepare(document, own);
    if (hasIt(req, document.etag)) res.writeHead(304, unchanged).end();
    else res.writeHead(200, whole).end(document.body, encoding);
  };
}

const listOf = (headers: OutgoingHttpHeaders) =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));

/** RFC 9110 §13.1.2: the comparison is weak, and the header may be a list. No other tag has these characters in it. */
function hasIt({ headers }: IncomingMessage, etag: string): boolean {
  const known = headers["if-none-match"];
  return known !== undefined && (known === "*" || known.includes(etag));
}

interface DocumentRoute {
  readonly pattern: string;
  readonly caller: { readonly hiddenFrom?: unknown };
  readonly document?: AnswerDocument | undefined;
  readonly contextOf: (req: IncomingMessage) => CallContext;
}

/**
 * Fast path of GET and HEAD for documents, by the whole target of the request. It skips the `Call` and the line of the
 * log, which is written only at the level `debug`; it does not skip metrics and the check of repeated headers. What it
 * does not know goes to `others`, which answers documents in the same way.
 */
export function documentsFirst(
  routes: readonly DocumentRoute[],
  { log, metrics }: { readonly log: Logger; readonly metrics: Pick<Metrics, "observe"> | undefined },
  others: RequestListener,
): RequestListener {
  if (log.isLevelEnabled("debug")) return others;
  const known = new Map(
    routes.flatMap(({ pattern, caller, document, contextOf }) =>
      document === undefined || caller.hiddenFrom !== undefined
        ? []
        : [[pattern, { pattern, document, contextOf }] as const],
    ),
  );
  return (req, res) => {
    const found = known.get(req.url ?? "");
    const isRead = req.method === "GET" || req.method === "HEAD";
    if (found === undefined || !isRead || repeatsHeaders(req)) return others(req, res);

    const { pattern: route, document, contextOf } = found;
    metrics?.observe({ req, res, pattern: route });
    const { headers, addressOf } = contextOf(req);
    if (isTraced()) beginRequest({ req, res, route, address: addressOf(req), reference: undefined });
    document(req, res, headers);
  };
}
