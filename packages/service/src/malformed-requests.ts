/** Requests that cannot be read: broken encodings, bodies too large, of a kind we do not take. */
import type { ErrorRequestHandler, Response } from "express";
import type { Logger } from "./logger.ts";

const DESCRIPTIONS = {
  400: "the request cannot be read",
  413: "the request is too large",
  415: "the encoding of the request is not supported",
} as const;

export type MalformedStatus = keyof typeof DESCRIPTIONS;

/** The status for an error of express or body-parser about an unreadable request; undefined for any other error. */
export function malformedRequestStatus(error: unknown): MalformedStatus | undefined {
  if (!(error instanceof Error) || !("status" in error)) return undefined;
  // Both mark what the client did wrong: the router's failed decoding is a URIError, the rest are "exposed" errors.
  const byClient = error instanceof URIError || ("expose" in error && error.expose === true);
  if (!byClient || typeof error.status !== "number") return undefined;
  return error.status in DESCRIPTIONS ? (error.status as MalformedStatus) : undefined;
}

/** How a malformed request is answered. `description` is constant: nothing of the request is repeated. */
export type MalformedAnswer = (res: Response, malformed: { status: MalformedStatus; description: string }) => void;

const answerJson: MalformedAnswer = (res, { status, description }) => {
  res
    .status(status)
    .set("cache-control", "no-store")
    .json({ error: "invalid_request", error_description: description });
};

/** An error handler that answers malformed requests, in JSON unless told, and passes every other error on. */
export function malformedRequests(answer: MalformedAnswer = answerJson): ErrorRequestHandler {
  return (error, _req, res, next) => {
    const status = malformedRequestStatus(error);
    if (status === undefined || res.headersSent) return next(error);
    answer(res, { status, description: DESCRIPTIONS[status] });
  };
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
