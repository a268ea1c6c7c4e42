/** The language of pages: the one that the person chose in this browser, then those of the browser. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { stringifySetCookie } from "cookie";
import Negotiator from "negotiator";

const YEAR_SECONDS = 365 * 86_400;
/** The authorization server has the same cookie, so on one host a person chooses once. */
const CHOSEN = /(?:^|; ?)(?:__Host-)?countersign-language=([A-Za-z0-9-]{1,35})(?:;|$)/;

/** The most preferred language first. Invalid tags are kept; the lookup does not find them. */
export function languagesOf(req: IncomingMessage): readonly string[] {
  const [, chosen] = CHOSEN.exec(req.headers.cookie ?? "") ?? [];
  return [...(chosen === undefined ? [] : [chosen]), ...new Negotiator(req).languages()];
}

/** Shows all pages in this language, in this browser, for a year. */
export function setLanguage(res: ServerResponse, tag: string, { secure }: { readonly secure: boolean }): void {
  const name = `${secure ? "__Host-" : ""}countersign-language`;
  const attributes = { httpOnly: true, secure, sameSite: "lax", path: "/", maxAge: YEAR_SECONDS } as const;
  res.appendHeader("set-cookie", stringifySetCookie({ ...attributes, name, value: tag }));
}
