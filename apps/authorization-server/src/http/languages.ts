import type { IncomingMessage } from "node:http";
import { languagesIn } from "@countersign/rules";
import accepts from "accepts";

/**
 * The languages for a page, the most preferred first: those of the request (OIDC Core §3.1.2.1, RP-Initiated Logout
 * §2), then those of the browser (RFC 9110 §12.5.4). Invalid tags are kept; the lookup does not find them.
 *
 * @param named the languages of the request that the page belongs to; by default those in the query of this request
 */
export function languagesOf(req: IncomingMessage, named: readonly string[] = namedIn(req)): readonly string[] {
  return [...named, ...accepts(req).languages()];
}

const namedIn = ({ url = "" }: IncomingMessage) =>
  languagesIn(new URLSearchParams(url.split("?", 2)[1] ?? "").get("ui_locales") ?? undefined);
