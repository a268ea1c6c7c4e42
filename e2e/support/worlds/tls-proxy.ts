/**
 * The proxy in front of the https world. It ends TLS, tells the services the client address, and serves all other
 * sites.
 */
import { request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import type { Certificates } from "./certificates.ts";
import { DOCUMENTS, documentSite } from "./document-site.ts";

export interface TlsProxy {
  readonly port: number;
  /**
   * Maps each name to the port of this machine that serves it. All other names are other sites, which serve a page
   * only.
   */
  route(services: Readonly<Record<string, number>>): void;
  stop(): Promise<void>;
}

/**
 * A test that must appear to come from another network says so in this header. The proxy does not forward the
 * header.
 */
export const FROM_HEADER = "x-test-from";

/**
 * Other sites keep what is posted below this path, and return it as JSON: the address, type and body of each
 * request.
 */
export const MAILBOX = "/mailbox/";

/** The parameter with the HTML that another site shows. */
export const BODY_PARAMETER = "body";

// The proxy sets these headers itself, regardless of what the client sent. That is why a proxy is trusted.
const OURS = new Set(["x-forwarded-for", FROM_HEADER]);

/** Listens on a free loopback port. */
export async function startTlsProxy({ certificate, key }: Certificates): Promise<TlsProxy> {
  let services: Readonly<Record<string, number>> = {};
  const documents = documentSite();
  const server = createServer({ cert: certificate, key }, (req, res) => {
    // The server name of the TLS handshake is used, not Host, because Host is part of what is tested.
    const name = (req.socket as TLSSocket).servername;
    const port = typeof name === "string" ? services[name] : undefined;
    if (name === DOCUMENTS) documents(req, res);
    else if (port === undefined) anotherSite(req, res);
    else pass(req, res, port);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    port: (server.address() as AddressInfo).port,
    route(told) {
      services = told;
    },
    stop: () => close(server),
  };
}

function pass(req: IncomingMessage, res: ServerResponse, port: number): void {
  const from = [req.headers[FROM_HEADER] ?? req.socket.remoteAddress].flat()[0] ?? "";
  const kept = pairs(req.rawHeaders).filter(([name]) => !OURS.has(name.toLowerCase()));
  const headers = [...kept, ["X-Forwarded-For", from]].flat();
  const sent = forward({ host: "127.0.0.1", port, method: req.method, path: req.url, headers }, (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(res);
  });
  sent.once("error", () => (res.headersSent ? res.destroy() : res.writeHead(502).end()));
  req.pipe(sent);
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""] as [string, string]] : []));
}

/** Another site shows the HTML in its address: the owner of a site can write any page. */
function anotherSite(req: IncomingMessage, res: ServerResponse): void {
  const { url = "/" } = req;
  if (url.startsWith(MAILBOX)) return void mailbox(req, res, url);
  const body = new URL(url, "https://another.test").searchParams.get(BODY_PARAMETER) ?? "<h1>Another site</h1>";
  res.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  res.end(`<!doctype html><html lang=en><title>Another site</title>${body}</html>`);
}

const posted = new Map<string, object[]>();

async function mailbox(req: IncomingMessage, res: ServerResponse, url: string): Promise<void> {
  const kept = posted.get(url) ?? [];
  if (req.method === "GET") return void res.writeHead(200).end(JSON.stringify(kept));

  let body = "";
  for await (const chunk of req) body += chunk;
  posted.set(url, [...kept, { method: req.method, type: req.headers["content-type"], body }]);
  res.writeHead(204).end();
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
