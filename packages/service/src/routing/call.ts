/** One request and its response, on node's own objects. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { beginRequest, isTraced, type RequestSpan } from "@countersign/tracing";
import { newReference, REFERENCE_HEADER, type ReferenceOf } from "../log/reference.ts";
import type { AddressOf } from "../request/client-address.ts";

/** What the calls of a route have in common. */
export interface CallContext {
  readonly headers: OutgoingHttpHeaders;
  readonly addressOf: AddressOf;
  readonly referenceOf: ReferenceOf;
}

export interface Target {
  readonly path: string;
  /** The text after the question mark, undecoded. */
  readonly query: string;
}

/** The target of a request, as received. RFC 9112 §3.2.2: the host may precede it. */
export function targetOf({ url = "/" }: Pick<IncomingMessage, "url">): Target {
  const target = url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?]*/i, "");
  const question = target.indexOf("?");
  // RFC 9112 §3.2.1: a target without a path means the root.
  return question === -1
    ? { path: target || "/", query: "" }
    : { path: target.slice(0, question) || "/", query: target.slice(question + 1) };
}

/** How the path of a request was found. */
interface Found extends Target {
  readonly pattern: string;
  readonly params: Readonly<Record<string, string>>;
}

/** What a handler sees of a request. Values are computed on demand, because most are never read. */
export class Call {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly path: string;
  /** The path that the route was declared with, "none" if there is no route. The log and metrics may name it. */
  readonly pattern: string;
  /** The decoded parts of the path that the pattern names. */
  readonly params: Readonly<Record<string, string>>;
  /** The text after the question mark, undecoded. */
  readonly query: string;
  /** The headers of every answer to this call, unless the answer sets them otherwise. */
  get headers(): OutgoingHttpHeaders {
    return this.#headers;
  }
  #headers: OutgoingHttpHeaders;
  readonly #addressOf: AddressOf;
  readonly #referenceOf: ReferenceOf;
  #address: string | undefined;
  #requestId: string | undefined;
  #noted: Readonly<Record<string, string>> | undefined;
  #span: RequestSpan | undefined;

  constructor(
    req: IncomingMessage,
    res: ServerResponse,
    { path, query, pattern, params }: Found,
    context: CallContext,
  ) {
    this.req = req;
    this.res = res;
    this.path = path;
    this.pattern = pattern;
    this.params = params;
    this.query = query;
    this.#headers = context.headers;
    this.#addressOf = context.addressOf;
    this.#referenceOf = context.referenceOf;
  }

  /** The network address of the client, as far as our own proxies vouch for it. */
  get address(): string {
    this.#address ??= this.#addressOf(this.req);
    return this.#address;
  }

  /** With what an act is recorded that this request asks for: where it came from, and its reference. */
  get from(): { readonly address: string; readonly reference: string } {
    return { address: this.address, reference: this.requestId };
  }

  /** Adds fields to the line of the log that is written when this call ends. */
  note(fields: Readonly<Record<string, string>>): void {
    this.#noted = this.#noted === undefined ? fields : { ...this.#noted, ...fields };
  }

  /** What was noted. */
  get noted(): Readonly<Record<string, string>> | undefined {
    return this.#noted;
  }

  /** All values of a header, in the order received: node's `headers` hides a second Authorization. */
  valuesOf(header: Lowercase<string>): readonly string[] {
    const { rawHeaders } = this.req;
    const values: string[] = [];
    for (let index = 0; index < rawHeaders.length; index += 2) {
      if (rawHeaders[index]?.toLowerCase() === header) values.push(rawHeaders[index + 1] ?? "");
    }
    return values;
  }

  /** Identifies this request in the log: the reference that a proxy of ours gave, that of its trace, or a new one. */
  get requestId(): string {
    this.#requestId ??= this.#span?.reference ?? this.#referenceOf(this.req) ?? newReference();
    return this.#requestId;
  }

  /** The trace of this request, if requests are traced. */
  get traceId(): string | undefined {
    return this.#span?.traceId;
  }

  /** Begins the span of this call, which ends with its response. Without tracing, it does nothing. */
  trace(): void {
    if (!isTraced()) return;
    const { req, res, pattern: route, address } = this;
    this.#span = beginRequest({ req, res, route, address, reference: this.#referenceOf(req) });
  }

  /** Does the work of this call: what is traced during it belongs to its span. */
  within<T>(work: (call: Call) => T): T {
    return this.#span === undefined ? work(this) : this.#span.run(() => work(this));
  }

  /**
   * Lets scripts of one origin read the answer although their request had credentials (Fetch §3.3.5), if the scripts of
   * any site may read it without. Such a route reads no cookie.
   */
  allowCredentialsFrom(origin: string): void {
    if (this.#headers["access-control-allow-origin"] === undefined) return;
    const allowed = { "access-control-allow-origin": origin, "access-control-allow-credentials": "true" };
    this.#headers = { ...this.#headers, ...allowed };
  }

  /** Answers with a body and its Content-Length. Node writes a text together with its headers, a buffer after them. */
  send(body: string | Buffer, headers: OutgoingHttpHeaders, status = 200): void {
    const length = Buffer.byteLength(body);
    const own = { [REFERENCE_HEADER]: this.requestId, "content-length": length };
    this.res.writeHead(status, { ...this.#headers, ...headers, ...own }).end(body);
  }

  /** Begins an answer whose body follows in parts. */
  begin(headers: OutgoingHttpHeaders): void {
    this.res.writeHead(200, { ...this.#headers, ...headers, [REFERENCE_HEADER]: this.requestId });
  }

  /** Answers without a body. */
  end(status: number, headers: OutgoingHttpHeaders): void {
    this.res.writeHead(status, { ...this.#headers, ...headers, [REFERENCE_HEADER]: this.requestId }).end();
  }

  /** Answers with a page. */
  page(html: string, headers: OutgoingHttpHeaders = {}, status = 200): void {
    this.send(html, { "content-type": "text/html; charset=utf-8", ...headers }, status);
  }

  /**
   * Redirects the browser with 303: the next request is a GET after any method, so a form with a password is
   * never sent on (RFC 9700 §4.12). The location is sent byte for byte.
   */
  redirect(location: string): void {
    this.end(303, { location, "cache-control": "no-store", "referrer-policy": "no-referrer" });
  }

  /** Answers with JSON. */
  json(value: unknown, headers: OutgoingHttpHeaders = {}, status = 200): void {
    this.send(JSON.stringify(value), { "content-type": "application/json; charset=utf-8", ...headers }, status);
  }
}
