/** What the mail catcher answers over HTTP. It shows everything by GET, and nothing changes what it holds. */
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { FRAMED, framedMail, inboxPage, type StoredMail, type View } from "./inbox-page.ts";

const STYLE = readFileSync(new URL("./style.css", import.meta.url), "utf8");
const SCRIPT = readFileSync(new URL("./copy.js", import.meta.url), "utf8");

const HEADERS = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
};
/** Our pages load their stylesheet and our script, and show a mail in a frame. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'";
/** The HTML part of a mail has its styles in itself, runs nothing, has no origin, and loads nothing from anywhere. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; " +
  "sandbox allow-popups allow-popups-to-escape-sandbox";

interface Response {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly policy?: string;
}

export interface Held {
  /** The values of the header Host that are names of ours. */
  readonly names: ReadonlySet<string>;
  /** The newest first. */
  readonly mails: readonly StoredMail[];
}

export function answer(req: IncomingMessage, res: ServerResponse, held: Held): void {
  const { status, type, body, policy = PAGE_POLICY } = responseTo(req, held);
  const headers = { ...HEADERS, "content-security-policy": policy, "content-type": `${type}; charset=utf-8` };
  res.writeHead(status, headers).end(body);
}

const text = (status: number, body: string): Response => ({ status, type: "text/plain", body });
const html = (body: string, policy?: string): Response => ({
  status: 200,
  type: "text/html",
  body,
  ...(policy && { policy }),
});

function responseTo({ headers, method, url = "/" }: IncomingMessage, { names, mails }: Held): Response {
  // A page of another site can give this address another name of its own (DNS rebinding). That name is in Host.
  if (!names.has(headers.host ?? "")) return text(421, "This is not a name of the mail catcher.\n");
  if (method !== "GET") return text(405, "Only GET.\n");
  if (url === "/") return html(inboxPage({ mails }));
  if (url === "/style.css") return { status: 200, type: "text/css", body: STYLE };
  if (url === "/copy.js") return { status: 200, type: "text/javascript", body: SCRIPT };
  if (url === "/messages.json") {
    const shown = mails.map(({ source, ...mail }) => mail);
    return { status: 200, type: "application/json", body: JSON.stringify(shown) };
  }
  const [, id, view] = MAIL.exec(url) ?? [];
  const open = mails.find((mail) => String(mail.id) === id);
  if (open === undefined) return text(404, "There is a page at / and the same as JSON at /messages.json.\n");
  if (view === FRAMED) return html(framedMail(open), MAIL_POLICY);
  return html(inboxPage({ mails, open, view: view as View | undefined }));
}

const MAIL = /^\/mails\/(\d{1,9})(?:\/(html|text|source|part\.html))?$/;
