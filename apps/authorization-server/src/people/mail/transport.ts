/** Sends messages to the mail server of the deployment: RFC 5321 §4.2, with TLS (RFC 8314 §3.3, RFC 3207). */

import { trusting } from "@countersign/service";
import { beginCall, isTraced } from "@countersign/tracing";
import type { SMTPConnectionOptions, default as SmtpConnection } from "nodemailer/lib/smtp-connection";

/**
 * What became of an attempt:
 *
 * - `delivered`: the server took responsibility for the message
 * - `deferred`: the server may accept it later (4yz), or may have accepted it without our noticing
 * - `refused`: the server will never accept it (5yz)
 * - `unreachable`: the server accepts no message from us at present
 */
export type Attempt =
  | { readonly result: "delivered"; readonly reply: string }
  | { readonly result: "deferred" | "refused" | "unreachable"; readonly reason: string };

export interface Envelope {
  readonly from: string;
  readonly to: string;
}

export interface Transport {
  /** Makes one attempt. Never throws. It ends within `timeoutMs`. */
  send(envelope: Envelope, message: Buffer): Promise<Attempt>;
}

export interface TransportOptions {
  /** `smtps://` or `smtp://`, with credentials if the server wants them. */
  readonly url: string;
  /** The name by which we introduce ourselves (RFC 5321 §4.1.1.1). */
  readonly name: string;
  /** Certificates in PEM form that are trusted in addition to the system's. */
  readonly ca: string | undefined;
  /** The time limit for a whole attempt, in milliseconds. */
  readonly timeoutMs?: number;
}

export const ATTEMPT_TIMEOUT_MS = 60_000;
/** Longer replies are an error. */
const MOST_REPLY_BYTES = 65_536;
const LONGEST_REASON = 300;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "::1"]);

export function openTransport(options: TransportOptions): Transport {
  const transport = untraced(options);
  if (!isTraced()) return transport;
  const outgoing = { kind: "mail", method: "SEND", url: new URL(options.url), tellsTrace: false } as const;
  return {
    async send(envelope, message) {
      const span = beginCall(outgoing);
      const attempt = await transport.send(envelope, message);
      span?.end(attempt.result === "delivered" ? undefined : Object.assign(new Error(), { code: attempt.result }));
      return attempt;
    },
  };
}

function untraced(options: TransportOptions): Transport {
  const { timeoutMs = ATTEMPT_TIMEOUT_MS } = options;
  const connectionOptions = connectionOptionsOf(options, timeoutMs);
  const { username, password } = new URL(options.url);
  const credentials = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };

  return {
    async send(envelope, message) {
      // Loaded here, because a deployment without mail does not need it.
      const { default: SmtpConnection } = await import("nodemailer/lib/smtp-connection");
      const connection = new SmtpConnection(connectionOptions);
      connection.on("error", () => {}); // `conversation` reports the first one
      let isReady = false;
      const ready = () => {
        isReady = true;
      };
      const tooLong = AbortSignal.timeout(timeoutMs);
      try {
        const reply = await conversation(connection, { credentials, envelope, message, ready, tooLong });
        return { result: "delivered", reply: printable(reply) };
      } catch (err) {
        return { result: resultOf(err as SmtpError, isReady), reason: printable((err as Error).message) };
      } finally {
        connection.close();
      }
    },
  };
}

interface Conversation {
  /** Without a user, we do not authenticate. */
  readonly credentials: { readonly user: string; readonly pass: string };
  readonly envelope: Envelope;
  readonly message: Buffer;
  /** Called when the server has accepted us, and the rest is about the message. */
  readonly ready: () => void;
  readonly tooLong: AbortSignal;
}

/** Connects, authenticates and sends. Returns the server's reply to the message. */
function conversation(connection: SmtpConnection, parts: Conversation): Promise<string> {
  const { credentials, envelope, message, ready, tooLong } = parts;
  return new Promise((resolve, reject) => {
    tooLong.addEventListener("abort", () => reject(new Error("the attempt took too long")), { once: true });
    connection.once("error", reject);
    connection.once("end", () => reject(new Error("the connection was closed")));
    const sendMessage = () => {
      ready();
      // A copy, because the library writes its state of the conversation into it.
      connection.send({ ...envelope }, message, (err, info) => (err ? reject(err) : resolve(info?.response ?? "")));
    };
    connection.connect((err) => {
      if (err) reject(err);
      else if (credentials.user === "") sendMessage();
      else connection.login({ credentials }, (refusal) => (refusal ? reject(refusal) : sendMessage()));
    });
  });
}

/**
 * TLS from the start, or STARTTLS, without which nothing is sent (RFC 3207 §4.1). Only a server on this machine needs
 * neither.
 */
function connectionOptionsOf({ url, name, ca }: TransportOptions, timeoutMs: number): SMTPConnectionOptions {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const secure = protocol === "smtps:";
  const isPlain = !secure && LOOPBACK.has(host);
  return {
    host,
    ...(port !== "" && { port: Number(port) }),
    secure,
    requireTLS: !secure && !isPlain,
    ignoreTLS: isPlain,
    tls: { minVersion: "TLSv1.2", ...trusting(ca) },
    name,
    dnsTimeout: timeoutMs / 6,
    connectionTimeout: timeoutMs / 6,
    greetingTimeout: timeoutMs / 6,
    socketTimeout: timeoutMs / 3,
    socketCloseTimeout: 0,
    maxResponseSize: MOST_REPLY_BYTES,
  };
}

interface SmtpError extends Error {
  readonly responseCode?: number;
}

/** RFC 4954 §6: replies that concern us and not the message, even where they are given to MAIL FROM. */
const ABOUT_US = new Set([530, 534, 535, 538, 421]);

/**
 * RFC 5321 §4.2.1: 4yz is for now, 5yz for good.
 *
 * @param isReady whether the server had accepted us, so that the error is about the message
 */
function resultOf({ responseCode = 0 }: SmtpError, isReady: boolean): "deferred" | "refused" | "unreachable" {
  if (!isReady || ABOUT_US.has(responseCode)) return "unreachable";
  return responseCode >= 500 ? "refused" : "deferred";
}

/** The words of a server, for a log line or a terminal. */
const printable = (text: string) => text.replace(/[\s\p{C}]+/gu, " ").slice(0, LONGEST_REASON);
