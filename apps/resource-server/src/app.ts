/** The table of contents of the resource server. */
import {
  createApp,
  health,
  type Logger,
  malformedRequests,
  requestLog,
  securityHeaders,
  unexpectedErrors,
} from "@countersign/service";
import express, { type Express, type RequestHandler } from "express";
import { allowAnyOrigin, preflight } from "./cors.ts";
import type { Dependencies } from "./dependencies.ts";
import { answerProtocolErrors } from "./errors.ts";
import { userinfo } from "./userinfo.ts";

const METHODS = ["GET", "POST", "OPTIONS"];

// RFC 6750 §2.2: a form, and nothing else; unpacking is not offered, so nothing can be blown up.
const form = express.text({ type: "application/x-www-form-urlencoded", limit: "16kb", inflate: false });

interface Surroundings {
  readonly logger: Logger;
  /** Measures requests, where somebody asks for numbers. */
  readonly measure?: RequestHandler | undefined;
}

export function resourceServer(deps: Dependencies, { logger, measure }: Surroundings): Express {
  const app = createApp();
  app.use(requestLog(logger));
  if (measure !== undefined) app.use(measure);
  app.use(securityHeaders(deps.resource));
  app.use(health({ checks: { database: () => deps.store.check() }, logger }));

  app.use("/userinfo", allowAnyOrigin, noStore);
  app.options("/userinfo", preflight(METHODS));
  app.head("/userinfo", methodNotAllowed);
  app.get("/userinfo", userinfo(deps));
  app.post("/userinfo", form, userinfo(deps));
  app.all("/userinfo", methodNotAllowed);

  app.use(notFound);
  app.use(answerProtocolErrors);
  app.use(malformedRequests());
  app.use(unexpectedErrors(logger));
  return app;
}

/** OIDC Core §5.3.2: claims are about a person, and stay in no cache. */
const noStore: RequestHandler = (_req, res, next) => {
  res.set("Cache-Control", "no-store");
  next();
};

const methodNotAllowed: RequestHandler = (_req, res) => {
  res.status(405).set("Allow", METHODS.join(", ")).json({ error: "method_not_allowed" });
};

const notFound: RequestHandler = (_req, res) => {
  res.status(404).json({ error: "not_found" });
};
