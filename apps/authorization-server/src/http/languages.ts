import type { IncomingMessage } from "node:http";
import { languagesIn } from "@countersign/rules";
import accepts from "accepts";

/**
 * The languages a page is wanted in, the dearest first: those that the request names (OIDC Core §3.1.2.1, RP-Initiated
 * Logout §2), then those of the browser (RFC 9110 §12.5.4). What is no language is left for the lookup not to find.
 *
 * @param named the languages of the request that the page belongs to; without one, what stands in this query
 */
export function languagesOf(req: IncomingMessage, named: readonly string[] = namedIn(req)): readonly string[] {
  return [...named, ...accepts(req).languages()];
}

const namedIn = ({ url = "" }: IncomingMessage) =>
  languagesIn(new URLSearchParams(url.split("?", 2)[1] ?? "").get("ui_locales") ?? undefined);
