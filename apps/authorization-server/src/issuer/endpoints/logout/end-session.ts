/** RP-initiated logout: OIDC RP-Initiated Logout §2, §3, §4 and §6. */
import {
  hostOf,
  invalidRequest,
  type RequestParameters,
  readParameters,
  refuseRepeated,
  withQuery,
} from "@countersign/rules";
import type { Call, Handler } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { pathBelow, paths } from "../../../paths.ts";
import { assertOwnForm, csrfToken } from "../../../platform/http/csrf.ts";
import { framingPagePolicy, PAGE_HEADERS } from "../../../platform/http/headers.ts";
import { languagesOf } from "../../../platform/http/languages.ts";
import { formOf, queryOf } from "../../../platform/http/parameters.ts";
import { keepTold } from "../../../platform/http/told-apps.ts";
import { isOurRequestUri } from "../../../platform/stores/requests/pushed-request.ts";
import { logoutAtProvider } from "./provider-sign-out.ts";
import { type LogoutRequest, readLogoutRequest } from "./read-logout-request.ts";

const FORM_SUBJECT = "end-session";

/** GET: signs out at once if the client sends an ID token of the signed-in person. Otherwise the person is asked. */
export function endSession(deps: Dependencies): Handler {
  return async (call) => {
    const parameters = await held(queryOf(call), deps);
    const logout = await readLogoutRequest(parameters, deps);

    const agreed = { clientId: undefined, resource: deps.userinfoResource.identifier };
    const session = await deps.sessions.find(deps.cookies.session(call.req), agreed, deps.now());
    if (session === undefined) return goOn(logout, deps, call);

    // §2: without an ID token the person is asked, because an image on any page could have caused the request.
    if (logout.hint === undefined || !(await deps.sessions.issued(session.id, logout.hint))) {
      const browser = deps.cookies.ensureBrowser(call.req, call.res);
      const csrf = csrfToken(browser, FORM_SUBJECT);
      const pages = deps.views.in(languagesOf(call.req, logout.uiLocales));
      const here = `${paths.endSession}${call.query === "" ? "" : `?${call.query}`}`;
      call.page(pages.signOut({ person: session.displayName, csrf, carried: carried(parameters), here }));
      return;
    }
    await signOut(logout, parameters, deps, call);
  };
}

/**
 * POST: our own form confirms the logout. A client's form (§2) is stored and continues as a GET, where the browser
 * sends its cookies.
 */
export function endSessionPost(deps: Dependencies): Handler {
  return async (call) => {
    const parameters = await formOf(call);
    if (parameters.get("csrf") === undefined) return holdForGet(parameters, deps, call);

    const browser = deps.cookies.browser(call.req);
    assertOwnForm(call.req, parameters, { browser, about: FORM_SUBJECT, issuer: deps.issuer });
    await signOut(await readLogoutRequest(parameters, deps), parameters, deps, call);
  };
}

async function signOut(
  logout: LogoutRequest,
  parameters: RequestParameters,
  deps: Dependencies,
  call: Call,
): Promise<void> {
  const { told, frontChannel, providerSession } = await deps.sessions.end(
    deps.cookies.session(call.req),
    deps.now(),
    call.from,
  );
  deps.logoutDeliveries.wake();
  deps.cookies.clearSession(call.res);
  const to = (providerSession && (await logoutAtProvider(providerSession, parameters, deps, call))) ?? onwardOf(logout);
  if (logout.postLogoutRedirectUri === undefined) keepTold(call.res, told, deps.cookies);
  if (frontChannel.length === 0) return goTo(to, deps, call);

  // Front-Channel Logout §2 and §3: each client's page is loaded in a frame, and is told the issuer and the session
  // that ended.
  const page = deps.views.in(languagesOf(call.req, logout.uiLocales)).signingOut({
    frames: frontChannel.map(({ uri, sid }) => withQuery(uri, { iss: deps.issuer, sid })),
    onward: to.startsWith("/") ? `${deps.issuer}${to}` : to,
  });
  const origins = new Set(frontChannel.map(({ uri }) => new URL(uri).origin));
  call.page(page, { "content-security-policy": framingPagePolicy([...origins]) });
}

/**
 * Sends the browser to where the logout request leads, if no session was there to end. RFC 9700 §4.11.2: no person
 * acted, so a link on our origin must not lead on to an address that is not reviewed. A page has the link.
 */
export function goOn(logout: LogoutRequest, deps: Pick<Dependencies, "issuer" | "views">, call: Call): void {
  const { isUnreviewed, postLogoutRedirectUri: to, uiLocales } = logout;
  if (!isUnreviewed || to === undefined) {
    goTo(onwardOf(logout), deps, call);
    return;
  }
  const back = { host: hostOf(to), link: onwardOf(logout) };
  call.page(deps.views.in(languagesOf(call.req, uiLocales)).signedOut({ back }), PAGE_HEADERS);
}

const goTo = (to: string, { issuer }: Pick<Dependencies, "issuer">, call: Call): void =>
  call.redirect(to.startsWith("/") ? pathBelow(issuer, to) : to);

// §3: redirects only to a URI that the client registered, and adds only its state.
function onwardOf({ postLogoutRedirectUri, state, uiLocales }: LogoutRequest): string {
  const language = uiLocales.length === 0 ? {} : { ui_locales: uiLocales.join(" ") };
  const answer = state === undefined ? {} : { state };
  return postLogoutRedirectUri === undefined
    ? withQuery(paths.signedOut, language)
    : withQuery(postLogoutRedirectUri, answer);
}

async function holdForGet(parameters: RequestParameters, deps: Dependencies, call: Call): Promise<void> {
  refuseRepeated(parameters);
  const requestUri = await deps.parkedRequests.push(
    [...parameters.entries()],
    "logout",
    deps.limits.parking.steps(call.address),
  );
  call.redirect(`${pathBelow(deps.issuer, paths.endSession)}?${new URLSearchParams({ request_uri: requestUri })}`);
}

async function held(
  sent: RequestParameters,
  { parkedRequests }: Pick<Dependencies, "parkedRequests">,
): Promise<RequestParameters> {
  const requestUri = sent.get("request_uri");
  if (requestUri === undefined || !isOurRequestUri(requestUri)) return sent;

  const found = await parkedRequests.resolve(requestUri, "logout");
  if (found === undefined) throw invalidRequest("the request is unknown or expired");
  return readParameters(found.parameters.map(([name, value]) => [name, value]));
}

/** The parameters of a logout request that are read. */
const CARRIED = ["id_token_hint", "client_id", "post_logout_redirect_uri", "state", "ui_locales"];

// The parameters that our own form repeats. They are read and checked again when the form is submitted.
function carried(parameters: RequestParameters): readonly { name: string; value: string }[] {
  return CARRIED.flatMap((name) => {
    const value = parameters.get(name);
    return value === undefined ? [] : [{ name, value }];
  });
}
