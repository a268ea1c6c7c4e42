/**
 * The page of the link in the mail about a deletion. The link lets the person sign in again; the account is kept on the
 * page that follows. A program that opens links, or presses the button, keeps nothing.
 */
import type { Handler } from "@countersign/service";
import { reopenForCancelling } from "../../../administration/people/deletion.ts";
import type { Dependencies } from "../../../dependencies.ts";
import { pathBelow, paths } from "../../../paths.ts";
import { assertOwnForm, csrfToken } from "../../../platform/http/csrf.ts";
import { languagesOf } from "../../../platform/http/languages.ts";
import { formOf, queryOf } from "../../../platform/http/parameters.ts";

const FORM_SUBJECT = "keep-account";
const LONGEST_TOKEN = 100;

export function keepAccount(deps: Dependencies): { readonly GET: Handler; readonly POST: Handler } {
  const { cookies, issuer, views } = deps;
  return {
    GET(call) {
      const token = queryOf(call).get("token");
      if (token !== undefined) {
        // No address, and so no history, keeps the token.
        if (token.length <= LONGEST_TOKEN) cookies.setLink(call.res, token);
        return call.redirect(pathBelow(issuer, paths.accountKeep));
      }
      const csrf = csrfToken(cookies.ensureBrowser(call.req, call.res), FORM_SUBJECT);
      call.page(
        views.in(languagesOf(call.req)).accountKeep({ path: paths.accountKeep, here: paths.accountKeep, csrf }),
      );
    },

    async POST(call) {
      const form = await formOf(call);
      assertOwnForm(call.req, form, { browser: cookies.browser(call.req), about: FORM_SUBJECT, issuer });
      const token = cookies.link(call.req) ?? "";
      cookies.clearLink(call.res);
      if (await reopenForCancelling(deps.database, token, deps.now())) {
        return call.redirect(pathBelow(issuer, paths.accountDelete));
      }
      call.page(views.in(languagesOf(call.req)).accountLinkGone({ reference: call.requestId }), {}, 410);
    },
  };
}
