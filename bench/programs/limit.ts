/** The limits: only the mandatory work, behind bare Express or bare node:http, as FRAMEWORK says. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import express from "express";
import { type Endpoint, endpointsOf } from "./limit/endpoints.ts";
import { openStore } from "./limit/store.ts";
import { openTokens } from "./limit/tokens.ts";

const { PORT = "", ISSUER = "", DATABASE_URL = "", CLIENTS = "[]", FRAMEWORK = "" } = process.env;
const clients: Parameters<typeof endpointsOf>[0]["clients"] = JSON.parse(CLIENTS);
const store = await openStore(
  DATABASE_URL,
  clients.map(({ id }) => id),
);
const endpoints = endpointsOf({ issuer: ISSUER, store, tokens: openTokens(), clients });

const listener = FRAMEWORK === "express" ? byExpress() : byHttp();
createServer(listener).listen(Number(PORT), "127.0.0.1");

function byExpress() {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  for (const [route, endpoint] of endpoints) {
    const [method, path = ""] = route.split(" ");
    const handler = (req: IncomingMessage, res: ServerResponse) => answer(req, res, endpoint);
    if (method === "POST") app.post(path, handler);
    else app.get(path, handler);
  }
  return app;
}

function byHttp() {
  return (req: IncomingMessage, res: ServerResponse) => {
    const [path = ""] = (req.url ?? "").split("?", 1);
    const endpoint = endpoints.get(`${req.method} ${path}`);
    if (endpoint === undefined) res.writeHead(404).end();
    else answer(req, res, endpoint).catch(() => res.writeHead(500).end());
  };
}

async function answer(req: IncomingMessage, res: ServerResponse, endpoint: Endpoint): Promise<void> {
  const { authorization, cookie } = req.headers;
  const query = (req.url ?? "").split("?", 2)[1] ?? "";
  const called = endpoint({ authorization, cookie, query, body: req.method === "POST" ? await bodyOf(req) : "" });
  const { status, headers, body } = await called;
  res.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
}

function bodyOf(req: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let body = "";
    req.setEncoding("utf8");
    req.on("data", (chunk) => {
      body += chunk;
    });
    req.once("end", () => resolve(body));
    req.once("error", reject);
  });
}
