/** How errors are answered: RFC 6750 §3 for those of the protocol, JSON for all. */
import { ProtocolError } from "@countersign/rules";
import type { ErrorRequestHandler, Response } from "express";
import { challenge } from "./bearer.ts";

/** What the log is told of an error. pino's loggers fit. */
export interface ErrorLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

const RETRY_AFTER_SECONDS = 5;

/** The one error handler. Nothing of an error that is not ours reaches the client. */
export function answerErrors(log: ErrorLog): ErrorRequestHandler {
  return (err, _req, res, next) => {
    // The status line is out: Express can only cut the connection.
    if (res.headersSent) return next(err);
    if (err instanceof ProtocolError) return answerProtocolError(err, res, log);

    const status = malformedStatus(err);
    if (status !== undefined) {
      res.status(status).json({ error: "invalid_request", error_description: "the request is malformed" });
      return;
    }

    log.error({ err }, "unexpected error");
    res.status(500).json({ error: "server_error", error_description: "something went wrong here" });
  };
}

function answerProtocolError(err: ProtocolError, res: Response, log: ErrorLog): void {
  const { status, code, message, detail } = err;
  if (status >= 500) {
    log.error({ code, detail }, message);
    res.set("Retry-After", String(RETRY_AFTER_SECONDS));
  } else {
    log.info({ code, detail }, message);
    res.set("WWW-Authenticate", challenge(err));
  }
  res.status(status).json({ error: code, error_description: message });
}

/** Express and its body parsers mark what the client did wrong with a 4xx status: too large, packed, in no charset they know. */
function malformedStatus(err: unknown): number | undefined {
  const status = err instanceof Error && "status" in err ? Number(err.status) : 0;
  return status >= 400 && status < 500 ? status : undefined;
}
