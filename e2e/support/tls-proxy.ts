/** The proxy in front of the https world: ends TLS, tells the services who came, and stands for every other site. */
import { request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import type { Certificates } from "./certificates.ts";
import { DOCUMENTS, documentSite } from "./document-site.ts";

export interface TlsProxy {
  readonly port: number;
  /** Says where each name is served, by port of this machine. Other names are other sites: a page, and nothing else. */
  route(services: Readonly<Record<string, number>>): void;
  stop(): Promise<void>;
}

/** A test that must be another network says so in this header; the proxy keeps it to itself. */
export const FROM_HEADER = "x-test-from";

/** Other sites keep what is posted below this path, and show it as JSON: the address, type and body of each request. */
export const MAILBOX = "/mailbox/";

/** What another site shows, as HTML. */
export const BODY_PARAMETER = "body";

// Set here, whatever the client wrote: that is what a proxy is trusted for.
const OURS = new Set(["x-forwarded-for", FROM_HEADER]);

/** Listens on a free port of loopback. */
export async function startTlsProxy({ certificate, key }: Certificates): Promise<TlsProxy> {
  let services: Readonly<Record<string, number>> = {};
  const documents = documentSite();
  const server = createServer({ cert: certificate, key }, (req, res) => {
    // By the name in the handshake, not by Host: what is in Host is part of what is tested.
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

/** Another site shows what its address says: whoever has a site of their own can write any page. */
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
