/**
 * The choice of a language on a page without a token of its own: an error, a page about a link that is over, the home.
 * Such a page may be shown to a browser that has no cookie of ours, so the form has no token. It changes what no other
 * site gains by: the language of our pages. Forms of other sites are refused where browsers say that they are.
 */
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { pathBelow, paths } from "../../paths.ts";
import { assertOwnSite } from "../../platform/http/csrf.ts";
import { showIn } from "../../platform/http/languages.ts";
import { formOf } from "../../platform/http/parameters.ts";

/** A path of ours with its query. Two slashes, or a backslash, would begin the address of another host. */
const OWN_PATH = /^\/(?![/\\])[!-[\]-~]*$/;

export function chooseLanguage(deps: Pick<Dependencies, "issuer" | "views">): Handler {
  return async (call) => {
    const form = await formOf(call);
    assertOwnSite(call.req, deps.issuer);
    showIn(form.get("language"), deps, call);
    const to = form.get("to") ?? "";
    call.redirect(pathBelow(deps.issuer, OWN_PATH.test(to) ? to : paths.home));
  };
}
