/** How errors of the protocol are answered: RFC 6750 §3. */
import { ProtocolError } from "@countersign/rules";
import type { Logger } from "@countersign/service";
import type { ErrorRequestHandler } from "express";
import { challenge } from "./bearer.ts";

const RETRY_AFTER_SECONDS = 5;

/** Answers protocol errors with a challenge and JSON, and passes every other error on. */
export const answerProtocolErrors: ErrorRequestHandler = (err, _req, res, next) => {
  if (!(err instanceof ProtocolError) || res.headersSent) return next(err);

  const log: Logger = res.locals.log;
  const { status, code, message, detail } = err;
  if (status >= 500) {
    log.error({ error: code, detail }, message);
    res.set("Retry-After", String(RETRY_AFTER_SECONDS));
  } else {
    log.info({ error: code, detail }, message);
    res.set("WWW-Authenticate", challenge(err));
  }
  res.status(status).json({ error: code, error_description: message });
};
