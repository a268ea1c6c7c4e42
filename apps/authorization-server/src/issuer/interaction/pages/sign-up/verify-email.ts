/**
 * The page of the link in a mail. Programs that inspect mails open links, and some send forms. So a GET changes
 * nothing, and the form acts only in the browser that asked for the mail. Elsewhere the page says where to type the
 * code.
 */
import type { Call, Handler } from "@countersign/service";
import type { Dependencies } from "../../../../dependencies.ts";
import { pathBelow, paths } from "../../../../paths.ts";
import { assertOwnForm, csrfToken } from "../../../../platform/http/csrf.ts";
import { languagesOf } from "../../../../platform/http/languages.ts";
import { formOf, queryOf } from "../../../../platform/http/parameters.ts";
import { countRequest } from "../../../../platform/http/source-limits.ts";
import { findWaiting } from "../../find.ts";
import { toContinue } from "../../next.ts";

/** What a link contains: 256 bits in base64url each. */
const LINK = /^[\w-]{43}$/;
const STORED = /^([\w-]{43})\.([\w-]{43})$/;

export const verifyEmail = (deps: Dependencies): { readonly GET: Handler; readonly POST: Handler } => ({
  async GET(call) {
    const query = queryOf(call);
    const [token, request] = [query.get("token"), query.get("request")];
    // The address of a page is stored in the history. A link leads to an address without its token.
    if (token !== undefined || request !== undefined) {
      if (LINK.test(token ?? "") && LINK.test(request ?? "")) deps.cookies.setLink(call.res, `${token}.${request}`);
      return call.redirect(pathBelow(deps.issuer, paths.verifyEmail));
    }
    await countRequest(deps.limits.mailedLinks, call.address);
    const link = await linkOf(call, deps);
    const model = { csrf: link && csrfToken(link.browser, link.about), here: paths.verifyEmail };
    call.page(deps.views.in(languagesOf(call.req)).verifyEmail(model));
  },

  async POST(call) {
    const form = await formOf(call);
    await countRequest(deps.limits.mailedLinks, call.address);
    const link = await linkOf(call, deps);
    if (link === undefined) return call.redirect(pathBelow(deps.issuer, paths.verifyEmail));
    assertOwnForm(call.req, form, { ...link, issuer: deps.issuer });

    const interaction = await findWaiting(link.request, deps, call);
    const proof = await deps.addressProofs.proveByToken("sign-up", link, deps.now());
    deps.cookies.clearLink(call.res);
    const { progress } = interaction.parked;
    if (proof !== undefined && progress.signUp?.step === "code") {
      const signUp = { step: "details", address: proof.address, proofId: proof.id } as const;
      const { handle, browser } = interaction.place;
      await deps.parkedRequests.answer(handle, browser, interaction.parked, { ...progress, signUp });
    }
    toContinue(interaction, deps, call);
  },
});

/** The link that this browser opened, if it belongs to a proof that this browser asked for. */
async function linkOf(call: Call, { cookies, addressProofs, now }: Dependencies) {
  const [, token = "", request = ""] = STORED.exec(cookies.link(call.req) ?? "") ?? [];
  const browser = cookies.browser(call.req);
  if (token === "" || browser === undefined) return undefined;
  const found = await addressProofs.findByToken("sign-up", token, now());
  if (found === undefined || found.provedAt !== null || !found.isFor(browser)) return undefined;
  return { token, request, browser, about: `verify ${token}` };
}
