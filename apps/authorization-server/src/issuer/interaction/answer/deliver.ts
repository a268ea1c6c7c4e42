import { type AuthorizationRequest, type AuthorizationResponse, type Client, inLanguage } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { SCRIPTED_PAGE_POLICY } from "../../../platform/http/headers.ts";
import { languagesOf } from "../../../platform/http/languages.ts";

/** Sends a response to the client through the browser. Every authorization response is sent from here. */
export function deliver(
  response: AuthorizationResponse,
  { client, request }: { readonly client: Client; readonly request?: Pick<AuthorizationRequest, "uiLocales"> },
  { views }: Pick<Dependencies, "views">,
  call: Call,
): void {
  if (response.by === "redirect") {
    call.redirect(response.location);
    return;
  }

  // Form Post Response Mode §2: the parameters are fields of a form. No URL contains them.
  const pages = views.in(languagesOf(call.req, request?.uiLocales));
  const page = pages.formPost({
    client: inLanguage(client.localized, "client_name", pages.range) ?? client.name,
    action: response.action,
    fields: Object.entries(response.fields).map(([name, value]) => ({ name, value })),
  });
  call.page(page, { "content-security-policy": SCRIPTED_PAGE_POLICY });
}
