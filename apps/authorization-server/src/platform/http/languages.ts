import type { IncomingMessage, ServerResponse } from "node:http";
import { languagesIn } from "@countersign/rules";
import { stringifySetCookie } from "cookie";
import Negotiator from "negotiator";

/**
 * The languages for a page, the most preferred first: the one that the person chose in this browser, then those of the
 * request (OIDC Core §3.1.2.1, RP-Initiated Logout
 * §2), then those of the browser (RFC 9110 §12.5.4). Invalid tags are kept; the lookup does not find them.
 *
 * @param named the languages of the request that the page belongs to; by default those in the query of this request
 */
export function languagesOf(req: IncomingMessage, named: readonly string[] = namedIn(req)): readonly string[] {
  return [...chosenIn(req), ...named, ...new Negotiator(req).languages()];
}

const namedIn = ({ url = "" }: IncomingMessage) =>
  languagesIn(new URLSearchParams(url.split("?", 2)[1] ?? "").get("ui_locales") ?? undefined);

/** The cookie is not of one issuer: a person who reads French reads it at all of them on a host. */
const COOKIE = "countersign-language";
const YEAR_SECONDS = 365 * 86_400;

interface Shown {
  readonly views: { readonly locales: readonly string[] };
  readonly issuer: string;
}

/**
 * Shows all pages of this browser in another language for a year, and returns it; `undefined` if there is no such
 * language.
 */
export function showIn(
  tag: string | null | undefined,
  { views, issuer }: Shown,
  { res }: { readonly res: ServerResponse },
): string | undefined {
  const locale = views.locales.find((known) => known === tag);
  if (locale !== undefined) setLanguage(res, locale, { secure: issuer.startsWith("https:") });
  return locale;
}

function setLanguage(res: ServerResponse, tag: string, { secure }: { readonly secure: boolean }): void {
  const name = secure ? `__Host-${COOKIE}` : COOKIE;
  const attributes = { httpOnly: true, secure, sameSite: "lax", path: "/", maxAge: YEAR_SECONDS } as const;
  res.appendHeader("set-cookie", stringifySetCookie({ ...attributes, name, value: tag }));
}

const chosenIn = ({ headers: { cookie = "" } }: IncomingMessage) =>
  languagesIn(/(?:^|; ?)(?:__Host-)?countersign-language=([A-Za-z0-9-]{1,35})(?:;|$)/.exec(cookie)?.[1]);
