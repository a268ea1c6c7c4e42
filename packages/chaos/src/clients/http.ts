/** Sends requests as clients and browsers do: to the address of the issuer, wherever that leads now. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { Agent, request } from "node:https";

export interface Answer {
  /** 0: there was none. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Why there was no answer. */
  readonly failure?: string;
}

export interface Sent {
  readonly method?: "GET" | "POST";
  readonly headers?: OutgoingHttpHeaders;
  readonly form?: Readonly<Record<string, string>> | URLSearchParams;
  readonly json?: unknown;
  /** The address of this machine that it comes from; services count requests by it. */
  readonly from?: string | undefined;
}

/** Where an origin leads now: the port of the balancer, and by which name it knows the service. */
export type Route = (origin: string) => { readonly port: number; readonly host: string };

export interface Http {
  send(url: string, sent?: Sent): Promise<Answer>;
  close(): void;
}

const TIMEOUT_MS = 30_000;

/** Shorter than the 60 s of a balancer, so that no connection ends while a request is sent. */
const IDLE_MS = 20_000;

/** The certificate that a client shows when it connects. */
export interface Shown {
  readonly cert: string;
  readonly key: string;
}

export function openHttp(ca: string, route: Route, shown?: Shown): Http {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS, maxSockets: 64, ca, ...shown });
  return {
    send: (url, sent = {}) =>
      new Promise((resolve) => {
        const { origin, pathname, search } = new URL(url);
        const { port, host } = route(origin);
        const { method = sent.form || sent.json ? "POST" : "GET" } = sent;
        const { body, type } = bodyOf(sent);
        const headers = { host, ...(type !== undefined && { "content-type": type }), ...sent.headers };
        const way = { host: "127.0.0.1", port, localAddress: sent.from, servername: "" };
        const address = { ...way, path: `${pathname}${search}` };
        const failed = (err: Error & { code?: string }) =>
          resolve({ status: 0, headers: {}, body: "", failure: err.code ?? err.message });
        const asked = request({ ...address, method, headers, agent }, (answer) => {
          const chunks: Buffer[] = [];
          answer.on("error", failed).on("data", (chunk) => chunks.push(chunk));
          answer.on("end", () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              body: Buffer.concat(chunks).toString(),
            }),
          );
        });
        asked.setTimeout(TIMEOUT_MS, () => asked.destroy(new Error("timeout")));
        asked.on("error", failed).end(body);
      }),
    close: () => agent.destroy(),
  };
}

function bodyOf({ form, json }: Sent): { readonly body?: string; readonly type?: string } {
  if (form !== undefined) {
    return { body: new URLSearchParams(form).toString(), type: "application/x-www-form-urlencoded" };
  }
  return json === undefined ? {} : { body: JSON.stringify(json), type: "application/json" };
}

export const basic = ({ id, secret }: { readonly id: string; readonly secret: string }) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
});

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** The members of an answer in JSON; of none if it is a page, or none came. */
export function membersOf({ body }: Answer): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return {};
  }
}
