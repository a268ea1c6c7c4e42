/** The routes of the MCP server: MCP over HTTP ("Streamable HTTP"), and its metadata. */
import { type Guard, guard, scopes } from "@countersign/guard";
import { send } from "@countersign/guard/express";
import { jsonOrUndefined } from "@countersign/guard/json";
import { accessOf, metadata, ownOrigins, protect } from "@countersign/guard/mcp";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Response } from "express";
import type { Config } from "./config.ts";
import type { NoteStore } from "./notes.ts";
import { SCOPES, scopesOf, toolsFor } from "./tools.ts";

/** MCP clients may have a clock that is five minutes ahead. */
const MCP_AHEAD_SECONDS = 300;

const LONGEST_BODY = 65_536;

/** The guard of this server. It connects to the issuer when the first token comes. */
export const guardOf = ({ issuer, resource }: Pick<Config, "issuer" | "resource">, more: object = {}): Guard =>
  guard({ issuer, resource, name: "Notes", scopes: SCOPES, dpop: { aheadSeconds: MCP_AHEAD_SECONDS }, ...more });

export function createApp(api: Guard, notes: NoteStore): Express {
  const app = express();
  app.disable("x-powered-by");
  app.get(["/health/live", "/health/ready"], (_req, res) => void res.json({ status: "ready" }));

  // RFC 9728: a client that knows only the address of this server finds its authorization server here.
  app.use(metadata(api));

  const { pathname } = new URL(api.resource);
  const body = express.raw({ type: "application/json", limit: LONGEST_BODY });
  // MCP transport: a page of another origin gets no answer but 403, regardless of its method.
  app.use(pathname, ownOrigins(api));
  app.post(pathname, protect(api), body, message, allowed(api), answer(notes));
  // MCP: without sessions there is no stream to open and none to end.
  app.all(pathname, (_req, res) => refuse(res.set("Allow", "POST"), 405, -32_000, "this server answers to POST"));
  app.use((_req, res) => refuse(res, 404, -32_000, "there is nothing at this address"));
  app.use(unexpected);
  return app;
}

/** Reads JSON in which each member stands once: of two with one name, each parser takes another one. */
const message: RequestHandler = (req, res, next) => {
  // The transport refuses a body of another type.
  if (!(req.body instanceof Uint8Array)) return next();
  req.body = jsonOrUndefined(req.body, { longest: LONGEST_BODY });
  if (req.body === undefined) refuse(res, 400, -32_700, "the body is not acceptable");
  else next();
};

/**
 * Refuses a call of a tool whose scope the token lacks. The answer names the scope, so that a client can ask the person
 * for it (MCP authorization, "scope challenge").
 */
const allowed =
  (api: Guard): RequestHandler =>
  async (req, res, next) => {
    // The guard has seen the proof of this request, and accepts it once: only the demand is checked here.
    const verdict = await api.demand(
      accessOf(req),
      scopesOf(req.body).map((scope) => scopes(scope)),
    );
    if (verdict.allowed) next();
    else send(res, verdict.answer);
  };

const answer =
  (notes: NoteStore): RequestHandler =>
  async (req, res) => {
    const server = toolsFor(accessOf(req), notes);
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    res.on("close", () => void server.close());
    await server.connect(transport as Transport);
    await transport.handleRequest(req, res, req.body);
  };

/** JSON-RPC 2.0 §5.1: an error without a request. */
function refuse(res: Response, status: number, code: number, message: string): void {
  res.status(status).json({ jsonrpc: "2.0", error: { code, message }, id: null });
}

const unexpected: ErrorRequestHandler = (err, _req, res, next) => {
  if (res.headersSent) return next(err);
  // What reads the body refuses one that is too large, with a status of its own.
  const status = err instanceof Error && "status" in err && typeof err.status === "number" ? err.status : 500;
  if (status < 500) refuse(res, status, -32_700, "the body is not acceptable");
  else refuse(res, status, -32_603, "this server made a mistake");
};
