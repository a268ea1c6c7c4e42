/** What scripts of other sites may do with our answers: CORS (Fetch §3.3). */
import type { IncomingMessage } from "node:http";
import type { CallContext } from "./call.ts";

// Libraries for tracing and for the Model Context Protocol add their headers to every request.
const ALLOWED_HEADERS = "authorization, content-type, dpop, mcp-protocol-version, traceparent, tracestate";
export const PREFLIGHT_HEADERS = {
  "access-control-allow-methods": "GET, POST",
  "access-control-allow-headers": ALLOWED_HEADERS,
  "access-control-max-age": "600", // seconds
};

/** RFC 9449 §8: a script needs the nonce. The challenge says which error it was, the reference finds it in the log. */
const EXPOSED_HEADERS = "DPoP-Nonce, WWW-Authenticate, X-Request-Id";

/**
 * The headers of answers, computed once for each kind of request. An opaque origin (sandboxed frames, local files)
 * gets no CORS headers. Credentials are not allowed; `allowCredentialsFrom` of a call does that for a known origin.
 */
export function contextFor(own: CallContext, crossOrigin: boolean): (req: IncomingMessage) => CallContext {
  if (!crossOrigin) return () => own;
  const shared = { ...own, headers: { ...own.headers, vary: "Origin" } };
  const readable = { "access-control-allow-origin": "*", "access-control-expose-headers": EXPOSED_HEADERS };
  const called = { ...own, headers: { ...shared.headers, ...readable } };
  return ({ headers: { origin } }) => (origin === undefined || origin === "null" ? shared : called);
}
