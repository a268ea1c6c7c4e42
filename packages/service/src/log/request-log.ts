/** Logs one line for every request that ended, with the reference under which a person can report it. */
import type { ServerResponse } from "node:http";
import type { Call } from "../routing/call.ts";
import type { Logger } from "./logger.ts";

/** Logs a call when its response ends or the client goes away: by the pattern of its route, without path and query. */
export function logEnd(
  logger: Logger,
  call: Pick<Call, "req" | "res" | "pattern" | "requestId" | "traceId" | "noted">,
): void {
  const startedAt = performance.now();
  call.res.on("close", () => {
    const { requestId, traceId, pattern, req, res, noted } = call;
    logLine(logger, res, { requestId, traceId, method: String(req.method), route: pattern, startedAt, noted });
  });
}

interface Ended {
  readonly requestId: string;
  readonly traceId: string | undefined;
  readonly method: string;
  readonly route: string;
  readonly startedAt: number;
  readonly noted: Call["noted"];
}

function logLine(
  logger: Logger,
  res: ServerResponse,
  { requestId, traceId, method, route, startedAt, noted }: Ended,
): void {
  const ms = Math.round((performance.now() - startedAt) * 10) / 10;
  const line = { requestId, traceId, method, route, status: res.statusCode, ms, ...noted };
  if (!res.writableFinished) logger.info({ ...line, status: undefined }, "request abandoned");
  else if (route.startsWith("/health/"))
    logger.debug(line, "request"); // the checks say themselves what fails
  else if (res.statusCode === 503) logger.warn(line, "request refused");
  else if (res.statusCode >= 500) logger.error(line, "request failed");
  else logger.info(line, "request");
}
