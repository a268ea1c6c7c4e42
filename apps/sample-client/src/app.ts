/** The routes of the application, one line each. */
import { randomBytes } from "node:crypto";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import type { Dependencies } from "./dependencies.ts";
import { beginDevice, showDevice } from "./device/device.ts";
import { ProtocolError } from "./errors.ts";
import { orderForms, showOrders } from "./orders/orders.ts";
import { asset } from "./pages/asset.ts";
import { formText } from "./pages/form.ts";
import { securityHeaders } from "./pages/headers.ts";
import { home } from "./pages/home.ts";
import { problemOf } from "./pages/problems.ts";
import { backchannelLogout, refuseLogout } from "./session/backchannel-logout.ts";
import { logout, signedOut } from "./session/logout.ts";
import { callback } from "./sign-in/callback.ts";
import { login } from "./sign-in/login.ts";
import { startSession } from "./sign-in/start-session.ts";
import { refreshing } from "./tokens/refresh.ts";

export function createApp(deps: Dependencies): Express {
  const app = express();
  const { refresh, claims } = refreshing(deps);
  app.disable("x-powered-by");
  app.use(deps.tracing.requests);
  app.use(securityHeaders(deps.config));

  app.get("/", home(deps));
  // RFC 9110 §9.2.1: HEAD is safe, but Express would answer it as GET. These routes start a sign-in, or use up its
  // answer.
  app.head(["/login", "/callback", "/device"], only("GET"));
  app.get("/login", login(deps));
  app.post("/login", login(deps));
  app.get("/callback", callback(deps));
  app.post("/session", formText, startSession(deps));
  app.all("/session", only("POST"));
  app.get("/device", showDevice(deps));
  app.post("/device", beginDevice(deps));
  app.post("/refresh", refresh);
  app.post("/claims", claims);
  if (deps.config.ordersApi !== undefined) addOrders(app, deps);
  app.post("/logout", logout(deps));
  app.post("/backchannel-logout", formText, backchannelLogout(deps), refuseLogout(deps));
  app.all("/backchannel-logout", only("POST"));
  app.get("/signed-out", signedOut(deps));
  app.get("/styles.css", asset("styles.css"));
  app.get("/callback.js", asset("callback.js"));
  app.get("/icon.svg", asset("icon.svg"));
  app.get("/health/ready", (_req, res) => void res.json({ status: "ready" }));

  app.use(unknownPage);
  app.use(problemPage(deps));
  return app;
}

function addOrders(app: Express, deps: Dependencies): void {
  const { access, place, pay, cancel } = orderForms(deps);
  app.get("/orders", showOrders(deps));
  app.post("/orders", formText, place);
  app.post("/orders/access", formText, access);
  app.post("/orders/pay", formText, pay);
  app.post("/orders/cancel", formText, cancel);
}

const unknownPage: RequestHandler = () => {
  throw new ProtocolError("page_unknown", "no such page");
};

const only = (method: "GET" | "POST"): RequestHandler => {
  return (_req, res) => {
    res.set("Allow", method);
    throw new ProtocolError("method_wrong", `not a ${method}`);
  };
};

type OfProblems = Pick<Dependencies, "config" | "views" | "log" | "tracing">;

function problemPage({ config, views, log, tracing }: OfProblems): ErrorRequestHandler {
  return (err, _req, res, next) => {
    if (res.headersSent) {
      next(err);
      return;
    }

    const problem = problemOf(err);
    // Hexadecimal: a command takes what begins with "-" for an option.
    const reference = tracing.traceId() ?? randomBytes(6).toString("hex");
    log(problem.status === 404 ? "page_unknown" : "sign_in_failed", err, reference);
    res.status(problem.status).send(views.problem({ ...problem, issuer: config.issuer, reference }));
  };
}
