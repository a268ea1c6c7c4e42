/** The page after signing out, if no client takes the person back (OIDC RP-Initiated Logout §2). */
import { inLanguage } from "@countersign/rules";
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { paths } from "../../paths.ts";
import { languagesOf } from "../../platform/http/languages.ts";
import { takeTold } from "../../platform/http/told-apps.ts";

export function signedOutPage({
  views,
  clients,
  cookies,
}: Pick<Dependencies, "views" | "clients" | "cookies">): Handler {
  return async (call) => {
    const { req, res } = call;
    const pages = views.in(languagesOf(req));
    const found = await Promise.all(takeTold(req, res, cookies).map((id) => clients.find(id)));
    const told = found.flatMap((client) =>
      client === undefined ? [] : [inLanguage(client.localized, "client_name", pages.range) ?? client.name],
    );
    call.page(pages.signedOut({ told: told.toSorted(), here: paths.signedOut }));
  };
}
