/** Sends requests exactly as written. It follows no redirect, adds no header, and does not normalize the URL. */
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request as plain } from "node:http";
import { request as secure } from "node:https";
import type { CertifiedKey } from "./worlds/certificates.ts";
import type { World } from "./worlds/world.ts";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
  /** Shown to the service on this connection. */
  readonly certificate?: CertifiedKey | undefined;
}

const ANSWER_WITHIN_MS = 15_000;

/**
 * Sends one request to a service or another site of the world.
 *
 * @param url sent byte for byte from the path on
 */
export function send(world: World, url: string, sent: Sent = {}): Promise<Answer> {
  const { method = "GET", headers = {}, body, certificate } = sent;
  const { protocol, hostname, port, origin } = new URL(url);
  const isTest = hostname.endsWith(".test");
  const options = {
    // Not every machine resolves the names below localhost (RFC 6761 §6.3).
    host: isTest || hostname.endsWith(".localhost") ? "127.0.0.1" : hostname,
    port,
    path: url.slice(origin.length) || "/",
    method,
    headers: { host: `${hostname}:${port}`, ...(body === undefined ? {} : lengthOf(body)), ...headers },
    timeout: ANSWER_WITHIN_MS,
    ...(isTest ? { servername: hostname, ca: world.authority } : {}),
    ...(certificate === undefined ? {} : { cert: certificate.certificate, key: certificate.key }),
  };
  return new Promise((resolve, reject) => {
    const request = (protocol === "https:" ? secure : plain)(options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.once("error", reject);
      answer.once("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    request.once("error", reject);
    request.once("timeout", () => request.destroy(new Error(`${method} ${url} was not answered in time`)));
    request.end(body);
  });
}

const lengthOf = (body: string | Buffer) => ({ "content-length": Buffer.byteLength(body) });

/** Sends a form. */
export function sendForm(
  world: World,
  url: string,
  form: ConstructorParameters<typeof URLSearchParams>[0],
  headers: OutgoingHttpHeaders = {},
  certificate?: CertifiedKey,
): Promise<Answer> {
  return send(world, url, {
    method: "POST",
    certificate,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: String(new URLSearchParams(form)),
  });
}

/** The JSON object in the body of an answer. Throws when the body is not a JSON object. */
export function json(answer: Answer): Record<string, unknown> {
  return JSON.parse(answer.body) as Record<string, unknown>;
}

/**
 * A `fetch` for libraries. It sends the same requests and returns responses as the libraries expect them.
 *
 * @param certificate shown on each connection
 */
export function fetchIn(world: World, certificate?: CertifiedKey) {
  return async (url: string, { method = "GET", headers = {}, body }: FetchOptions): Promise<Response> => {
    const text = body === undefined || body === null ? undefined : String(body);
    const answer = await send(world, url, {
      method,
      certificate,
      headers: Object.fromEntries(new Headers(headers)),
      ...(text === undefined ? {} : { body: text }),
    });
    const known = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(answer.body, { status: answer.status, headers: known });
  };
}

interface FetchOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}
