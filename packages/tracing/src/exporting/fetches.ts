/** Requests that `fetch` of Node.js sends, of which its undici tells: Semantic Conventions for HTTP spans. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { CallSpan, Outgoing } from "../index.ts";

/** What undici tells of a request (its documentation, "Diagnostics Channel Support"). */
interface Sent {
  readonly request: {
    readonly origin: string | URL;
    readonly method: string;
    addHeader(name: string, value: string): unknown;
  };
}

type Listener = (message: unknown) => void;

/**
 * Makes a span of each request that is sent while a request is answered, and tells its receiver the trace. Returns the
 * function that stops it.
 */
export function traceFetches(begin: (outgoing: Outgoing) => CallSpan | undefined): () => void {
  const running = new WeakMap<object, CallSpan>();

  const listeners: readonly (readonly [name: string, listener: Listener])[] = [
    [
      "undici:request:create",
      (message) => {
        const { request } = message as Sent;
        const outgoing = { kind: "fetch", method: request.method, url: new URL(request.origin), tellsTrace: true };
        const span = begin(outgoing);
        if (span === undefined) return;
        running.set(request, span);
        for (const [name, value] of Object.entries(span.headers)) request.addHeader(name, value);
      },
    ],
    [
      "undici:request:headers",
      (message) => {
        const { request, response } = message as Sent & { readonly response: { readonly statusCode: number } };
        running.get(request)?.answered(response.statusCode);
      },
    ],
    ["undici:request:trailers", (message) => running.get((message as Sent).request)?.end()],
    [
      "undici:request:error",
      (message) => {
        const { request, error } = message as Sent & { readonly error: unknown };
        running.get(request)?.end(error);
      },
    ],
  ];
  for (const [name, listener] of listeners) subscribe(name, listener);
  return () => {
    for (const [name, listener] of listeners) unsubscribe(name, listener);
  };
}
