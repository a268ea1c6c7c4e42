/**
 * A mail server for development. It delivers nothing: it keeps the newest mails, and shows them on a page and as JSON.
 * A reader of them can sign in as any person, so it answers only on this machine, and only under its own names.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { failure, messageOf } from "../failure.ts";
import { answer } from "./answer.ts";
import type { Certificate } from "./certificate.ts";
import type { StoredMail } from "./inbox-page.ts";

/** How many mails are kept, unless the options say so. */
const MOST_MAILS = 200;
const LARGEST_MAIL_BYTES = 1_000_000;
/** A longer message is shown up to here. */
const LARGEST_SOURCE_BYTES = 262_144;
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
  const mails: StoredMail[] = [];
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

function smtpServer(certificate: Certificate | undefined, keep: (mail: StoredMail) => void): SMTPServer {
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
      const to = session.envelope.rcptTo.map(({ address }) => address);
      readMail(stream).then((mail) => {
        count += 1;
        keep({ id: count, to, ...mail });
        done();
      }, done);
    },
  });
}

async function readMail(stream: Readable): Promise<Omit<StoredMail, "id" | "to">> {
  const message = await buffer(stream);
  const { subject = "", text = "", html, date = new Date() } = await simpleParser(message);
  const source = message.toString("utf8", 0, LARGEST_SOURCE_BYTES);
  return { subject, date: date.toISOString(), text, html: html || "", source };
}

const listening = (listen: (done: () => void) => void, failing: (fail: (error: Error) => void) => void) =>
  new Promise<void>((resolve, reject) => {
    failing(reject);
    listen(resolve);
  });
