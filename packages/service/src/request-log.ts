/** One line for every request that ended, and the reference under which a person can report it. */
import type { ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import { type Call, newRequestId } from "./call.ts";
import type { Logger } from "./logger.ts";
import { routeOf } from "./route.ts";

/**
 * Sets `res.locals.requestId` (random; error pages show it), and logs method, route pattern, status and milliseconds when
 * the response ends or the client goes away.
 */
export function requestLog(logger: Logger): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    const requestId = newRequestId();
    const { method } = req; // as it came: express changes it for HEAD
    res.locals.requestId = requestId;

    res.on("close", () => logLine(logger, res, { requestId, method, route: routeOf(req), startedAt }));
    next();
  };
}

/** Logs an endpoint's call when its response ends or the client goes away; its path is its route. */
export function logEnd(logger: Logger, call: Pick<Call, "req" | "res" | "path" | "requestId">): void {
  const startedAt = performance.now();
  call.res.on("close", () => {
    const { requestId, path, req, res } = call;
    logLine(logger, res, { requestId, method: String(req.method), route: path, startedAt });
  });
}

interface Ended {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly startedAt: number;
}

function logLine(logger: Logger, res: ServerResponse, { requestId, method, route, startedAt }: Ended): void {
  const ms = Math.round((performance.now() - startedAt) * 10) / 10;
  const line = { requestId, method, route, status: res.statusCode, ms };
  if (!res.writableFinished) logger.info({ ...line, status: undefined }, "request abandoned");
  else if (res.statusCode >= 500) logger.error(line, "request failed");
  else if (route.startsWith("/health/")) logger.debug(line, "request");
  else logger.info(line, "request");
}
