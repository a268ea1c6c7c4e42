/** The table of contents: every path, its method, and what answers. */
import {
  type AddressOf,
  type App,
  clientAddress,
  createApp,
  type EndpointOptions,
  type Metrics,
  requestLog,
  securityHeaders,
  serveEndpoints,
} from "@countersign/service";
import express, { type Express, type RequestHandler } from "express";
import type { Dependencies } from "./dependencies.ts";
import { authorization } from "./endpoints/authorization.ts";
import { authorizationContinue } from "./endpoints/authorization-continue.ts";
import { authorizationPost } from "./endpoints/authorization-post.ts";
import { checkSession, checkSessionClient } from "./endpoints/check-session.ts";
import { discovery } from "./endpoints/discovery.ts";
import { endSession, endSessionPost } from "./endpoints/end-session.ts";
import { introspect } from "./endpoints/introspect.ts";
import { jwks } from "./endpoints/jwks.ts";
import { register } from "./endpoints/register.ts";
import { deleteRegistration, readRegistration, replaceRegistration } from "./endpoints/registration.ts";
import { revoke } from "./endpoints/revoke.ts";
import { token } from "./endpoints/token.ts";
import { forResourceServer, userinfoResponse } from "./endpoints/userinfo-response.ts";
import { grants } from "./grants/index.ts";
import { jsonErrors, onExpress, pageErrors } from "./http/errors.ts";
import { apartFromOpener, PAGE_HEADERS, pageHeaders } from "./http/headers.ts";
import { readJson } from "./http/json-body.ts";
import { methodNotAllowed } from "./http/methods.ts";
import { readForm } from "./http/parameters.ts";
import { changeUser } from "./pages/change-user.ts";
import { consent, consentPage } from "./pages/consent.ts";
import { homePage } from "./pages/home.ts";
import { login, loginPage } from "./pages/login.ts";
import { logo } from "./pages/logo.ts";
import { notFoundPage } from "./pages/not-found.ts";
import { selectAccount, selectAccountPage } from "./pages/select-account.ts";
import { signedOutPage } from "./pages/signed-out.ts";
import { basePathOf, paths } from "./paths.ts";

export interface AppOptions {
  readonly health: RequestHandler;
  readonly metrics: Metrics | undefined;
  /** Addresses whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
}

/** Everything that is served: what programs call, and what people see. */
export function app(deps: Dependencies, options: AppOptions): App {
  const addressOf = clientAddress(options.trustedProxies);
  const others = pagesAndRegistration(deps, options, addressOf);
  const listener = serveEndpoints({
    table: { ...calledByPrograms(deps), ...authorizationRequests(deps) },
    publicUrl: deps.issuer,
    addressOf,
    log: deps.log,
    metrics: options.metrics,
    failed: jsonErrors(deps.log),
    others,
  });
  return Object.assign(listener, { locals: others.locals });
}

/** What programs call: nothing here looks at a cookie. */
function calledByPrograms(deps: Dependencies): EndpointOptions["table"] {
  const basePath = basePathOf(deps.issuer);
  const document = { methods: { GET: discovery(deps, grants) }, crossOrigin: true };
  return {
    [`${basePath}${paths.token}`]: { methods: { POST: token(deps, grants) }, crossOrigin: true },
    [`${basePath}${paths.revoke}`]: { methods: { POST: revoke(deps) }, crossOrigin: true },
    [`${basePath}${paths.introspect}`]: { methods: { POST: introspect(deps) }, crossOrigin: false },
    [`${basePath}${paths.jwks}`]: { methods: { GET: jwks(deps.keys) }, crossOrigin: true },
    [`${basePath}${paths.openidConfiguration}`]: document,
    [`${basePath}${paths.oauthAuthorizationServer}`]: document,
    // RFC 8414 §3.1: the document of an issuer with a path is looked for at its host, the path behind it.
    [`${paths.oauthAuthorizationServer}${basePath}`]: document,
  };
}

/** Most of what browsers ask for, and mostly answered without a page. What is sent by POST is with the pages. */
function authorizationRequests(deps: Dependencies): EndpointOptions["table"] {
  return {
    [`${basePathOf(deps.issuer)}${paths.authorization}`]: {
      methods: { GET: authorization(deps) },
      crossOrigin: false,
      headers: PAGE_HEADERS,
      failed: pageErrors(deps.log, deps.views),
      elsewhere: true,
      changing: true,
    },
  };
}

function pagesAndRegistration(deps: Dependencies, { health, metrics }: AppOptions, addressOf: AddressOf): Express {
  const server = createApp();
  const basePath = basePathOf(deps.issuer);
  server.locals.basePath = basePath;
  server.locals.addressOf = addressOf; // not express's own reader: one address for limits on both paths
  if (metrics !== undefined) server.use(metrics.middleware);
  server.use(requestLog(deps.log), securityHeaders(deps.issuer));
  server.use(health);

  // All that is ours is below the issuer.
  const ours = express.Router({ caseSensitive: true, strict: true });
  if (basePath !== "") ours.use(health);

  ours.use(seldomCalled(deps));

  ours.use(paths.assets, deps.views.assets);
  ours.get(`${paths.logo}/:clientId`, logo(deps));
  ours.use(browsers(deps));
  server.use(basePath || "/", ours);

  server.use(pageHeaders, apartFromOpener, notFoundPage(deps));

  // Below everything, so that logos and assets fail as pages do.
  server.use(onExpress(deps.log, pageErrors(deps.log, deps.views)));

  return server;
}

/** What programs call now and then: nothing here looks at a cookie of a session. */
function seldomCalled(deps: Dependencies): express.Router {
  const api = express.Router({ caseSensitive: true, strict: true });
  api.post(paths.userinfoResponse, forResourceServer(deps), readForm, userinfoResponse(deps));
  api.route(paths.register).post(readJson, register(deps)).all(methodNotAllowed("POST"));
  api
    .route(`${paths.register}/:clientId`)
    .head(methodNotAllowed("GET", "PUT", "DELETE")) // Express would answer it by GET, which may renew a secret
    .get(readRegistration(deps))
    .put(readJson, replaceRegistration(deps))
    .delete(deleteRegistration(deps))
    .all(methodNotAllowed("GET", "PUT", "DELETE"));
  api.route(paths.checkSession).get(checkSession(deps)).all(methodNotAllowed("GET"));
  api.route(paths.checkSessionClient).get(checkSessionClient(deps)).all(methodNotAllowed("GET"));
  api.use(onExpress(deps.log, jsonErrors(deps.log)));
  return api;
}

/** What a person's browser visits. */
function browsers(deps: Dependencies): express.Router {
  const pages = express.Router({ caseSensitive: true, strict: true });
  pages.use(pageHeaders);
  pages.route(paths.authorization).post(readForm, authorizationPost(deps)).all(methodNotAllowed("GET", "POST"));
  pages
    .route(paths.authorizationContinue)
    .head(methodNotAllowed("GET"))
    .get(authorizationContinue(deps))
    .all(methodNotAllowed("GET"));
  pages.route(paths.login).get(loginPage(deps)).post(readForm, login(deps)).all(methodNotAllowed("GET", "POST"));
  pages
    .route(paths.selectAccount)
    .get(selectAccountPage(deps))
    .post(readForm, selectAccount(deps))
    .all(methodNotAllowed("GET", "POST"));
  pages.route(paths.consent).get(consentPage(deps)).post(readForm, consent(deps)).all(methodNotAllowed("GET", "POST"));
  pages.route(paths.changeUser).post(readForm, changeUser(deps)).all(methodNotAllowed("POST"));
  pages
    .route(paths.endSession)
    .all(apartFromOpener)
    .head(methodNotAllowed("GET", "POST"))
    .get(endSession(deps))
    .post(readForm, endSessionPost(deps))
    .all(methodNotAllowed("GET", "POST"));
  pages.route(paths.signedOut).all(apartFromOpener).get(signedOutPage(deps)).all(methodNotAllowed("GET"));
  pages.route(paths.home).all(apartFromOpener).get(homePage(deps)).all(methodNotAllowed("GET"));
  return pages;
}
