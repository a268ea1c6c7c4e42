/** One line for every request that ended, and the reference under which a person can report it. */
import { randomBytes } from "node:crypto";
import type { RequestHandler } from "express";
import type { Logger } from "./logger.ts";
import { routeOf } from "./route.ts";

/**
 * Sets `res.locals.requestId` (random; error pages show it) and `res.locals.log` (a child logger that names it), and
 * logs method, route pattern, status and milliseconds when the response ends or the client goes away.
 */
export function requestLog(logger: Logger): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    const requestId = randomBytes(9).toString("base64url");
    const { method } = req; // as it came: express changes it for HEAD
    res.locals.requestId = requestId;

    let child: Logger | undefined;
    Object.defineProperty(res.locals, "log", {
      configurable: true,
      enumerable: true,
      get: () => {
        child ??= logger.child({ requestId }); // most requests never log anything themselves
        return child;
      },
    });

    res.once("close", () => {
      const route = routeOf(req);
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      const line = { requestId, method, route, status: res.statusCode, ms };
      if (!res.writableFinished) logger.info({ ...line, status: undefined }, "request abandoned");
      else if (res.statusCode >= 500) logger.error(line, "request failed");
      else if (route.startsWith("/health/")) logger.debug(line, "request");
      else logger.info(line, "request");
    });
    next();
  };
}
