/**
 * A mail server for development. It delivers nothing: it keeps the newest mails, and shows them on a page and as JSON.
 * A reader of them can sign in as any person, so it answers only on this machine, and only under its own names.
 */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { failure, messageOf } from "../failure.ts";
import type { Certificate } from "./certificate.ts";
import { type CaughtMail, inboxPage, STYLE } from "./inbox-page.ts";

/** How many mails are kept, unless the options say so. */
const MOST_MAILS = 200;
const LARGEST_MAIL_BYTES = 1_000_000;
const LOOPBACK = "127.0.0.1";

export interface CatcherOptions {
  /** The port of the page and of /messages.json; 0 for any. */
  readonly httpPort: number;
  /** The port that takes mails; 0 for any. */
  readonly smtpPort: number;
  /** The address to listen on; by default loopback. */
  readonly host?: string;
  /** With it, mails are taken over TLS too (STARTTLS, RFC 3207). */
  readonly certificate?: Certificate;
  readonly mostMails?: number;
}

export interface Catcher {
  /** What the authorization server has as MAIL_URL. */
  readonly mailUrl: string;
  /** The address of the page. */
  readonly pageUrl: string;
  close(): Promise<void>;
}

/** Starts to take mails. Throws a failure with one line when a port is not available. */
export async function startCatcher(options: CatcherOptions): Promise<Catcher> {
  const { httpPort, smtpPort, host = LOOPBACK, certificate, mostMails = MOST_MAILS } = options;
  const mails: CaughtMail[] = [];
  const smtp = smtpServer(certificate, (mail) => {
    mails.unshift(mail);
    mails.length = Math.min(mails.length, mostMails);
  });
  const allowed = new Set<string>();
  const http = createServer((req, res) => answer(req, res, { names: allowed, mails }));
  try {
    await listening(
      (done) => smtp.listen(smtpPort, host, done),
      (fail) => smtp.once("error", fail),
    );
    await listening(
      (done) => http.listen(httpPort, host, done),
      (fail) => http.once("error", fail),
    );
  } catch (error) {
    smtp.close();
    throw failure(`The mail catcher cannot listen: ${messageOf(error)}.`, error);
  }
  smtp.on("error", () => {}); // a connection that broke; the sender tries again
  http.on("error", () => {});

  const { port } = http.address() as AddressInfo;
  for (const name of ["localhost", LOOPBACK, "[::1]"]) allowed.add(`${name}:${port}`);
  return {
    mailUrl: `smtp://${LOOPBACK}:${(smtp.server.address() as AddressInfo).port}`,
    pageUrl: `http://localhost:${port}`,
    async close() {
      http.closeAllConnections();
      await Promise.all([
        new Promise<void>((resolve) => http.close(() => resolve())),
        new Promise<void>((resolve) => smtp.close(() => resolve())),
      ]);
    },
  };
}

function smtpServer(certificate: Certificate | undefined, keep: (mail: CaughtMail) => void): SMTPServer {
  let count = 0;
  return new SMTPServer({
    disabledCommands: certificate === undefined ? ["AUTH", "STARTTLS"] : ["AUTH"],
    ...certificate,
    disableReverseLookup: true,
    logger: false,
    size: LARGEST_MAIL_BYTES,
    rejectOversized: true,
    closeTimeout: 1000,
    onData(stream, session, done) {
      simpleParser(stream).then(({ subject, text, html, date }) => {
        count += 1;
        keep({
          id: count,
          to: session.envelope.rcptTo.map(({ address }) => address),
          subject: subject ?? "",
          date: (date ?? new Date()).toISOString(),
          text: text ?? "",
          html: html || "",
        });
        done();
      }, done);
    },
  });
}

const listening = (listen: (done: () => void) => void, failing: (fail: (error: Error) => void) => void) =>
  new Promise<void>((resolve, reject) => {
    failing(reject);
    listen(resolve);
  });

const styleHash = createHash("sha256").update(STYLE).digest("base64");

const HEADERS = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`,
};

function answer(
  req: IncomingMessage,
  res: ServerResponse,
  parts: { names: ReadonlySet<string>; mails: readonly CaughtMail[] },
): void {
  const { status, type, body } = responseTo(req, parts);
  res.writeHead(status, { ...HEADERS, "content-type": `${type}; charset=utf-8` }).end(body);
}

function responseTo(
  { headers, method, url }: IncomingMessage,
  { names, mails }: { names: ReadonlySet<string>; mails: readonly CaughtMail[] },
) {
  const text = (status: number, body: string) => ({ status, type: "text/plain", body });
  // A page of another site can give this address another name of its own (DNS rebinding). That name is in Host.
  if (!names.has(headers.host ?? "")) return text(421, "This is not a name of the mail catcher.\n");
  if (method !== "GET") return text(405, "Only GET.\n");
  if (url === "/") return { status: 200, type: "text/html", body: inboxPage(mails) };
  if (url === "/messages.json") return { status: 200, type: "application/json", body: JSON.stringify(mails) };
  return text(404, "There is a page at / and the same as JSON at /messages.json.\n");
}
