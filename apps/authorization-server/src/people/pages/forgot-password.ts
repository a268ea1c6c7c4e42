/**
 * The page on which a person asks for a link to set a new password. The answer and its work do not depend on whether
 * there is an account (OWASP ASVS 6.3.8).
 */
import { ProtocolError, readEmailAddress } from "@countersign/rules";
import type { Handler } from "@countersign/service";
import { requestReset } from "../../administration/ways-in/password-resets.ts";
import type { Dependencies } from "../../dependencies.ts";
import { pathBelow, paths } from "../../paths.ts";
import { assertOwnForm, csrfToken } from "../../platform/http/csrf.ts";
import { languagesOf, showIn } from "../../platform/http/languages.ts";
import { formOf, queryOf, secretIn } from "../../platform/http/parameters.ts";
import { waitFor } from "../../platform/http/waiting.ts";
import { countMail } from "../mail/limits.ts";
import { backToApp } from "./way-back.ts";

const FORM = "forgot-password";
const path = paths.forgotPassword;

type Used = Pick<
  Dependencies,
  "issuer" | "database" | "mail" | "limits" | "cookies" | "views" | "now" | "lifetimes" | "clients" | "parkedRequests"
>;

export const forgotPassword = (deps: Used): { readonly GET: Handler; readonly POST: Handler } => ({
  async GET(call) {
    const browser = deps.cookies.ensureBrowser(call.req, call.res);
    const request = secretIn(queryOf(call).get("request"));
    const pages = deps.views.in(languagesOf(call.req));
    if (queryOf(call).get("sent") !== undefined)
      return call.page(pages.resetSent({ request, here: sentPath(request) }));
    call.page(pages.forgotPassword({ csrf: csrfToken(browser, FORM), path, email: "", request }));
  },

  async POST(call) {
    const form = await formOf(call);
    const browser = deps.cookies.browser(call.req);
    assertOwnForm(call.req, form, { browser, about: FORM, issuer: deps.issuer });

    const request = secretIn(form.get("request"));
    if (form.get("action") === "language") {
      showIn(form.get("language"), deps, call);
      return call.redirect(pathBelow(deps.issuer, path) + (request ? `?${new URLSearchParams({ request })}` : ""));
    }

    const pages = deps.views.in(languagesOf(call.req));
    const email = (form.get("email") ?? "").trim();
    const shown = { csrf: csrfToken(browser ?? "", FORM), path, email, request };
    const address = readEmailAddress(email);
    if (address === undefined) return call.page(pages.forgotPassword({ ...shown, problem: "malformed" }), {}, 422);

    const limit = await limitOf({ to: address.canonical, purpose: "reset", from: call.address }, deps);
    if (limit !== undefined) {
      const { status, headers, minutes } = waitFor(limit);
      const page = pages.forgotPassword({ ...shown, problem: "too_many", minutes, reference: call.requestId });
      return call.page(page, headers, status);
    }

    // Also on another device, the link leads on to the app where the person was about to sign in.
    const back = await backToApp(call, shown.request, deps);
    const linkTo = (token: string) => `${paths.resetPassword}?${new URLSearchParams({ token, ...back })}`;
    const lifetimeSeconds = deps.lifetimes.resetLinkSeconds;
    const by = { language: pages.range, browser: call.req.headers["user-agent"] ?? "" };
    const asked = { address, lifetimeSeconds, linkTo, ...by };
    await requestReset(deps, asked, { at: deps.now(), ...call.from });
    call.page(pages.resetSent({ request, here: sentPath(request) }));
  },
});

/** Where the page after the form is shown again. */
const sentPath = (request: string | undefined) =>
  `${path}?${new URLSearchParams({ ...(request && { request }), sent: "yes" })}`;

/** How many seconds to wait if this request for a mail is over a limit. */
async function limitOf(
  request: Parameters<typeof countMail>[1],
  { limits }: Pick<Dependencies, "limits">,
): Promise<number | undefined> {
  try {
    await countMail(limits.mail, request);
  } catch (err) {
    if (err instanceof ProtocolError && err.retryAfterSeconds !== undefined) return err.retryAfterSeconds;
    throw err;
  }
  return undefined;
}
