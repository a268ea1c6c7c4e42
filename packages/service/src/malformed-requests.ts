/** Requests that cannot be read: broken encodings, bodies too large, of a kind we do not take; and errors of our own. */
import type { ErrorRequestHandler } from "express";
import type { Logger } from "./logger.ts";

const STATUSES = [400, 413, 415] as const;
type MalformedStatus = (typeof STATUSES)[number];

/** The status for an error of express or body-parser about an unreadable request; undefined for any other error. */
export function malformedRequestStatus(error: unknown): MalformedStatus | undefined {
  if (!(error instanceof Error) || !("status" in error)) return undefined;
  // Both mark what the client did wrong: the router's failed decoding is a URIError, the rest are "exposed" errors.
  const byClient = error instanceof URIError || ("expose" in error && error.expose === true);
  if (!byClient || typeof error.status !== "number") return undefined;
  return STATUSES.find((status) => status === error.status);
}

/** The last error handler: logs the error, and answers 500 with the reference to that line and nothing else. */
export function unexpectedErrors(logger: Pick<Logger, "error">): ErrorRequestHandler {
  return (err, _req, res, next) => {
    const reference = String(res.locals.requestId ?? "");
    logger.error({ err, requestId: reference }, "unexpected error");
    if (res.headersSent) return next(err); // express then cuts the connection: the response is not whole
    res.status(500).set("cache-control", "no-store").json({ error: "server_error", reference });
  };
}
