/** The table of contents of the resource server. */
import {
  type App,
  clientAddress,
  createApp,
  health,
  type Logger,
  type Metrics,
  requestLog,
  securityHeaders,
  serveEndpoints,
  unexpectedErrors,
} from "@countersign/service";
import type { Express, RequestHandler } from "express";
import type { Dependencies } from "./dependencies.ts";
import { callErrors } from "./errors.ts";
import { userinfo } from "./userinfo.ts";

interface Surroundings {
  readonly logger: Logger;
  /** Measures requests, where somebody asks for numbers. */
  readonly metrics?: Metrics | undefined;
}

export function resourceServer(deps: Dependencies, { logger, metrics }: Surroundings): App {
  const others = healthAndNothingElse(deps, { logger, metrics });
  const listener = serveEndpoints({
    table: { "/userinfo": { methods: { GET: userinfo(deps), POST: userinfo(deps) }, crossOrigin: true } },
    publicUrl: deps.resource,
    addressOf: clientAddress([]),
    log: logger,
    metrics,
    failed: callErrors(logger),
    others,
  });
  return Object.assign(listener, { locals: others.locals });
}

function healthAndNothingElse(deps: Dependencies, { logger, metrics }: Surroundings): Express {
  const app = createApp();
  app.use(requestLog(logger));
  if (metrics !== undefined) app.use(metrics.middleware);
  app.use(securityHeaders(deps.resource));
  app.use(health({ checks: { database: () => deps.store.check(), keys: deps.checkKeys }, logger }));
  app.use(notFound);
  app.use(unexpectedErrors(logger));
  return app;
}

const notFound: RequestHandler = (_req, res) => {
  res.status(404).set("cache-control", "no-store").json({ error: "not_found" });
};
