import { type AuthorizationRequest, type AuthorizationResponse, inLanguage } from "@countersign/rules";
import type { Response } from "express";
import type { Dependencies } from "../../dependencies.ts";
import { POSTING_PAGE_POLICY } from "../../http/headers.ts";
import { languagesOf } from "../../http/languages.ts";
import { seeOther } from "../../http/redirect.ts";
import type { TrustedClient } from "./trust-client.ts";

/** Hands an answer to the browser, to take to the client: every answer to an authorization request leaves here. */
export function deliver(
  response: AuthorizationResponse,
  { client, request }: Pick<TrustedClient, "client"> & { readonly request?: Pick<AuthorizationRequest, "uiLocales"> },
  { views }: Pick<Dependencies, "views">,
  res: Response,
): void {
  if (response.by === "redirect") {
    seeOther(res, response.location);
    return;
  }

  // Form Post Response Mode §2: the parameters are fields of a form, and in no URL.
  const pages = views.in(languagesOf(res.req, request?.uiLocales));
  const page = pages.formPost({
    client: inLanguage(client.localized, "client_name", pages.range) ?? client.name,
    action: response.action,
    fields: Object.entries(response.fields).map(([name, value]) => ({ name, value })),
  });
  res.set("content-security-policy", POSTING_PAGE_POLICY).send(page);
}
