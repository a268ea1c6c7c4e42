/** The table of contents: one line per route. */
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import { asset } from "./asset.ts";
import { callback } from "./callback.ts";
import type { Dependencies } from "./dependencies.ts";
import { ProtocolError } from "./errors.ts";
import { securityHeaders } from "./headers.ts";
import { home } from "./home.ts";
import { login } from "./login.ts";
import { logout, signedOut } from "./logout.ts";
import { problemOf } from "./problems.ts";

export function createApp(deps: Dependencies): Express {
  const app = express();
  app.disable("x-powered-by");
  app.use(securityHeaders(deps.config));

  app.get("/", home(deps));
  app.get("/login", login(deps));
  app.post("/login", login(deps));
  app.get("/callback", callback(deps));
  app.post("/logout", logout(deps));
  app.get("/signed-out", signedOut(deps));
  app.get("/styles.css", asset("styles.css"));
  app.get("/icon.svg", asset("icon.svg"));
  app.get("/health/ready", (_req, res) => void res.json({ status: "ready" }));

  app.use(unknownPage);
  app.use(problemPage(deps));
  return app;
}

const unknownPage: RequestHandler = () => {
  throw new ProtocolError("page_unknown", "no such page");
};

function problemPage({ config, views, log }: Pick<Dependencies, "config" | "views" | "log">): ErrorRequestHandler {
  return (err, _req, res, next) => {
    if (res.headersSent) {
      next(err);
      return;
    }

    const problem = problemOf(err);
    if (problem.status !== 404) log("sign_in_failed", err);
    res.status(problem.status).send(views.problem({ ...problem, issuer: config.issuer }));
  };
}
