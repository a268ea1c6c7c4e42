/**
 * The page of the link in an invitation. A GET shows it and a POST accepts. Accepting opens the last page of the
 * sign-up with the address of the invitation; the account closes the invitation. A person who has an account, and is
 * invited into an organization, accepts on the pages of the account.
 */
import { hashSecret } from "@countersign/rules";
import type { Call, Handler } from "@countersign/service";
import type { Dependencies } from "../../../../dependencies.ts";
import { pathBelow, paths } from "../../../../paths.ts";
import { assertOwnForm, csrfToken } from "../../../../platform/http/csrf.ts";
import { SCRIPTED } from "../../../../platform/http/headers.ts";
import { languagesOf } from "../../../../platform/http/languages.ts";
import { formOf, queryOf } from "../../../../platform/http/parameters.ts";
import { countRequest } from "../../../../platform/http/source-limits.ts";
import { signUpForPage } from "../../arrival/sign-up-for-page.ts";

/** What a link contains: 256 bits in base64url. */
const TOKEN = /^[\w-]{43}$/;

export const invitation = (deps: Dependencies): { readonly GET: Handler; readonly POST: Handler } => ({
  async GET(call) {
    const token = queryOf(call).get("token");
    // The address of a page is stored in the history. The link leads to an address without its token.
    if (token !== undefined) {
      if (TOKEN.test(token)) deps.cookies.setLink(call.res, token);
      return call.redirect(pathBelow(deps.issuer, paths.invitation));
    }
    const found = await openIn(call, deps);
    if (found === "of_person") return call.redirect(pathBelow(deps.issuer, paths.accountOrganizations));
    const browser = deps.cookies.ensureBrowser(call.req, call.res);
    const shown = found && { address: found.address, csrf: csrfToken(browser, subjectOf(found.token)) };
    const model = { invitation: shown, reference: call.requestId, here: paths.invitation };
    call.page(deps.views.in(languagesOf(call.req)).invitation(model), SCRIPTED);
  },

  async POST(call) {
    const form = await formOf(call);
    const found = await openIn(call, deps);
    if (found === undefined || found === "of_person") {
      return call.redirect(pathBelow(deps.issuer, paths.invitation));
    }
    const browser = deps.cookies.browser(call.req);
    assertOwnForm(call.req, form, { browser, about: subjectOf(found.token), issuer: deps.issuer });
    deps.cookies.clearLink(call.res);
    const accepted = { invitationId: found.id, linkHash: hashSecret(found.token).toString("base64url") };
    const signUp = { step: "details", address: found.address, ...accepted } as const;
    await signUpForPage({ page: paths.account, level: "R0" }, signUp, deps, call);
  },
});

const subjectOf = (token: string) => `invitation ${token}`;

async function openIn(
  call: Call,
  { cookies, limits, invitations, organizations, signUp, administration, now }: Dependencies,
) {
  await countRequest(limits.mailedLinks, call.address);
  const token = cookies.link(call.req) ?? "";
  if (!TOKEN.test(token)) return undefined;
  if (await organizations.isLinkOfPerson(token, now())) return "of_person" as const;
  const found = await invitations.findByToken(token, now(), administration);
  // Where sign-up is closed, only the link that an operator printed leads in.
  if (found === undefined || (found.delivery === "mailed" && !signUp.takesInvitations)) return undefined;
  return { ...found, token };
}
