/** All routes: every path, its callers, and the handler of each method. */
import type { RequestListener } from "node:http";
import {
  type Caller,
  documentRoute,
  type Health,
  LOADED_ANYWHERE,
  type Metrics,
  type ServeOptions,
  serve,
  vouchedBy,
} from "@countersign/service";
import type { Dependencies } from "./dependencies.ts";
import { deviceAuthorization } from "./issuer/endpoints/device/device-authorization.ts";
import { discovery } from "./issuer/endpoints/discovery.ts";
import { introspect } from "./issuer/endpoints/introspect.ts";
import { checkSession, checkSessionClient } from "./issuer/endpoints/logout/check-session.ts";
import { logoutPages } from "./issuer/endpoints/logout/logout-pages.ts";
import { providerLogout } from "./issuer/endpoints/logout/provider-logout.ts";
import { pushedAuthorization } from "./issuer/endpoints/pushed-authorization.ts";
import { register } from "./issuer/endpoints/registration/register.ts";
import {
  deleteRegistration,
  readRegistration,
  replaceRegistration,
} from "./issuer/endpoints/registration/registration.ts";
import { revoke } from "./issuer/endpoints/revoke.ts";
import { token } from "./issuer/endpoints/token.ts";
import { isNotResourceServer, userinfoResponse } from "./issuer/endpoints/userinfo/userinfo-response.ts";
import { changePasswordAddress } from "./issuer/endpoints/well-known/change-password.ts";
import { jwks } from "./issuer/endpoints/well-known/jwks.ts";
import { webauthnOrigins } from "./issuer/endpoints/well-known/webauthn-origins.ts";
import { grants } from "./issuer/grants/index.ts";
import { authorization } from "./issuer/interaction/arrival/authorization.ts";
import { authorizationPost } from "./issuer/interaction/arrival/authorization-post.ts";
import { authorizationContinue } from "./issuer/interaction/continue.ts";
import { changePassword } from "./issuer/interaction/pages/change-password.ts";
import { decisionPages } from "./issuer/interaction/pages/decisions/decision-pages.ts";
import { enrolPages } from "./issuer/interaction/pages/enrol/pages.ts";
import { offerPasskey } from "./issuer/interaction/pages/offer-passkey.ts";
import { federationRoutes } from "./issuer/interaction/pages/sign-in/federation-routes.ts";
import { login } from "./issuer/interaction/pages/sign-in/login.ts";
import { recoveryCode, secondFactor } from "./issuer/interaction/pages/sign-in/second-factor.ts";
import { signUpPages } from "./issuer/interaction/pages/sign-up/pages.ts";
import { basePathOf, pathBelow, paths } from "./paths.ts";
import { accountRoutes } from "./people/account/pages.ts";
import { connectionCallback } from "./people/account/ways-in/connections.ts";
import { homePage } from "./people/pages/home.ts";
import { logo } from "./people/pages/logo.ts";
import { looksPages } from "./people/pages/looks.ts";
import { notFoundPage } from "./people/pages/not-found.ts";
import { openPages } from "./people/pages/open-pages.ts";
import { passwordLinks } from "./people/pages/password-links.ts";
import { picture } from "./people/pages/picture.ts";
import { undoEmail } from "./people/pages/undo-email.ts";
import { jsonErrors, pageErrors, WrongMethod } from "./platform/http/errors.ts";
import { APART_FROM_OPENER, FRAMEABLE_PAGE_POLICY, PAGE_HEADERS, PICTURE_POLICY } from "./platform/http/headers.ts";

export interface ListenerOptions {
  readonly health: Health;
  readonly metrics: Metrics | undefined;
  /** Addresses whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
}

type Routes = ServeOptions["routes"];

/** Everything that is served: endpoints for programs, and pages for people. */
export function authorizationServer(deps: Dependencies, options: ListenerOptions): RequestListener {
  const callers = callersOf(deps);
  const { apart, ofPage } = callers;
  return serve({
    routes: { ...endpoints(deps, callers), ...pages(deps, callers), ...documents(deps, callers, options.health) },
    files: { path: pathBelow(deps.issuer, paths.assets), middleware: deps.views.assets.handler, caller: ofPage },
    notFound: { caller: apart, handler: notFoundPage(deps) },
    publicUrl: deps.issuer,
    ...vouchedBy(options.trustedProxies),
    log: deps.log,
    metrics: options.metrics,
  });
}

/** The kinds of callers. The kind decides which headers a response has, and how an error is answered. */
function callersOf(deps: Dependencies) {
  const onError = jsonErrors(deps.log);
  const onPageError = pageErrors(deps.log, deps.views);
  const refuseMethod: Caller["refuseMethod"] = (call, headers) => onPageError(new WrongMethod(headers), call);
  return {
    /** A program that uses no cookies. Pages of other sites cannot call the route. */
    program: { onError },
    /** The same, and scripts of any site. */
    anySite: { onError, crossOrigin: true },
    /** The resource server, authenticated by its secret. For others the route does not exist. */
    resourceServer: { onError, hiddenFrom: (req) => isNotResourceServer(req, deps) },
    /** A person's browser during an authorization request. Its pages keep their opener, which may be the client. */
    browser: { onError: onPageError, refuseMethod, headers: PAGE_HEADERS },
    /** A person's browser on other pages. */
    apart: { onError: onPageError, refuseMethod, headers: { ...PAGE_HEADERS, ...APART_FROM_OPENER } },
    /** A page of a client that frames our page. */
    frame: { onError, headers: FRAMEABLE_HEADERS },
    /** One of our pages, for its pictures, styles and scripts. */
    ofPage: { onError: onPageError },
    /** A page of any site that shows a picture. If a browser opens the picture itself, it can do nothing. */
    anyPage: { onError: onPageError, headers: { ...LOADED_ANYWHERE, "content-security-policy": PICTURE_POLICY } },
  } as const satisfies Record<string, Caller>;
}

const FRAMEABLE_HEADERS = {
  ...LOADED_ANYWHERE,
  "content-security-policy": FRAMEABLE_PAGE_POLICY,
  "x-frame-options": undefined,
};

type Callers = ReturnType<typeof callersOf>;

/** Endpoints for programs. */
function endpoints(deps: Dependencies, { program, anySite, resourceServer, frame }: Callers): Routes {
  const own = {
    [paths.pushedAuthorization]: { caller: anySite, methods: { POST: pushedAuthorization(deps) } },
    [paths.deviceAuthorization]: { caller: program, methods: { POST: deviceAuthorization(deps) } },
    [paths.token]: { caller: anySite, methods: { POST: token(deps, grants) } },
    [paths.revoke]: { caller: anySite, methods: { POST: revoke(deps) } },
    [paths.federationLogout]: { caller: program, methods: { POST: providerLogout(deps) } },
    [paths.introspect]: { caller: program, methods: { POST: introspect(deps) } },
    [paths.jwks]: documentRoute(anySite, jwks(deps.keys)),
    [paths.register]: { caller: program, methods: { POST: register(deps) } },
    [paths.registration]: {
      caller: program,
      changing: true, // GET may renew a secret
      methods: { GET: readRegistration(deps), PUT: replaceRegistration(deps), DELETE: deleteRegistration(deps) },
    },
    [paths.userinfoResponse]: { caller: resourceServer, methods: { POST: userinfoResponse(deps) } },
    [paths.checkSession]: { caller: frame, methods: { GET: checkSession(deps) } },
    [paths.checkSessionClient]: { caller: program, methods: { GET: checkSessionClient(deps) } },
  };
  return below(deps.issuer, own);
}

/** Pages for people. */
function pages(deps: Dependencies, { browser, apart, ofPage, anyPage }: Callers): Routes {
  const home = { caller: apart, methods: { GET: homePage(deps) } };
  const own = {
    [paths.authorization]: {
      caller: browser,
      changing: true, // GET may issue
      methods: { GET: authorization(deps), POST: authorizationPost(deps) },
    },
    [paths.authorizationContinue]: { caller: browser, changing: true, methods: { GET: authorizationContinue(deps) } },
    [paths.login]: { caller: browser, methods: login(deps) },
    ...federationRoutes(deps, browser, connectionCallback(deps)),
    [paths.secondFactor]: { caller: browser, methods: secondFactor(deps) },
    [paths.secondFactorRecovery]: { caller: browser, methods: recoveryCode(deps) },
    ...signUpPages(deps, { browser, apart }),
    ...enrolPages(deps, browser),
    [paths.offerPasskey]: { caller: browser, methods: offerPasskey(deps) },
    ...decisionPages(deps, { browser, apart }),
    ...logoutPages(deps, apart),
    ...(deps.mail.isOn ? { [paths.undoEmail]: { caller: apart, methods: undoEmail(deps) } } : {}),
    [paths.changePassword]: { caller: browser, methods: changePassword(deps) },
    ...openPages(deps, { apart, browser }),
    [paths.home]: home,
    ...looksPages(deps, apart),
    [paths.logoOf]: { caller: ofPage, methods: { GET: logo(deps) } },
    [paths.pictureOf]: { caller: anyPage, methods: { GET: picture(deps) } },
  };
  const ofAccount = accountRoutes(deps).map(({ path, methods }) => [path, { caller: apart, methods }]);
  const links = passwordLinks(deps).map(([path, methods]) => [path, { caller: apart, methods }]);
  // The issuer itself, without a trailing slash.
  return {
    [basePathOf(deps.issuer) || paths.home]: home,
    ...below(deps.issuer, { ...own, ...Object.fromEntries([...ofAccount, ...links]) }),
  };
}

/** Documents about the state and the features of the service: at its host, and below an issuer with a path. */
function documents(deps: Dependencies, { program, anySite }: Callers, { paths: health }: Health): Routes {
  const metadata = documentRoute(anySite, discovery(deps, grants));
  const healthRoutes = {
    "/health/live": { caller: program, methods: health["/health/live"] },
    "/health/ready": { caller: program, methods: health["/health/ready"] },
  };
  return {
    ...healthRoutes,
    [paths.changePasswordAddress]: { caller: program, methods: { GET: changePasswordAddress(deps) } },
    [paths.webauthnOrigins]: { caller: anySite, methods: { GET: webauthnOrigins(deps) } },
    ...below(deps.issuer, {
      ...healthRoutes,
      [paths.openidConfiguration]: metadata,
      [paths.oauthAuthorizationServer]: metadata,
    }),
    // RFC 8414 §3.1: the document of an issuer with a path is at its host, with the path after the well-known path.
    [`${paths.oauthAuthorizationServer}${basePathOf(deps.issuer)}`]: metadata,
    // RFC 8414 §5 and Model Context Protocol: some clients look for the document of OpenID Connect in the same way.
    [`${paths.openidConfiguration}${basePathOf(deps.issuer)}`]: metadata,
  };
}

const below = (issuer: string, routes: Routes): Routes =>
  Object.fromEntries(Object.entries(routes).map(([path, route]) => [pathBelow(issuer, path), route]));
