import { InvalidTokenError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import express from "express";
import { afterAll, describe, expect, it } from "vitest";
import { tokenOf } from "../access.ts";
import { scopes } from "../demands.ts";
import { guard } from "../guard.ts";
import { startServer } from "../testing/test-server.ts";
import { openWorld } from "../testing/test-world.ts";
import { type AuthInfo, metadata, protect, tokenVerifier } from "./mcp.ts";

const resource = "https://api.example/mcp";
// Today: the SDK compares the expiry of a token with the clock of the machine.
const now = () => new Date();
const { api, issuer, key } = await openWorld({
  resource,
  now,
  dpop: { aheadSeconds: 300 },
  origins: ["https://inspector.example"],
});
const current = (claims: object = {}) => {
  const iat = Math.floor(Date.now() / 1000);
  return issuer.token({ aud: resource, iat, exp: iat + 60, scope: "tools", ...claims });
};

const seen: AuthInfo[] = [];
const app = express();
app.use(metadata(api));
app.post("/mcp", express.json(), protect(api, scopes("tools", "files")), async (req, res) => {
  const server = new McpServer({ name: "test", version: "1.0.0" });
  server.registerTool("whoami", {}, ({ authInfo }) => {
    seen.push(authInfo as AuthInfo);
    return { content: [{ type: "text", text: authInfo?.clientId ?? "nobody" }] };
  });
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport as never);
  await transport.handleRequest(req, res, req.body);
});
app.all("/any", protect(api), (_, res) => void res.send("reached"));
const verifier = tokenVerifier(api, { InvalidTokenError });
app.post("/sdk", requireBearerAuth({ verifier, expectedResource: new URL(resource) }), (req, res) => {
  res.json(req.auth?.clientId);
});
const server = await startServer(app);
afterAll(() => server.stop());

const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "whoami", arguments: {} } };
const post = (path: string, headers: Record<string, string> = {}) =>
  server.send(path, {
    method: "POST",
    headers: { accept: "application/json, text/event-stream", "content-type": "application/json", ...headers },
    body: JSON.stringify(call),
  });

describe("MCP authorization: a server on the official SDK", () => {
  it("mcp-r16: a tool learns who asks, and does not get the token", async () => {
    const token = await current({ scope: "tools files" });
    const { status, body } = await post("/mcp", { authorization: `Bearer ${token}` });
    expect([status, JSON.parse(body)]).toMatchObject([200, { result: { content: [{ text: "test-client" }] } }]);
    const [info] = seen;
    expect(info).toMatchObject({ token: "", clientId: "test-client", scopes: ["tools", "files"] });
    expect(String(info?.resource)).toBe(resource);
    expect(tokenOf(info?.extra.access as never)).toBe(token);
  });

  it("mcp-r16: 401 names the metadata and the scopes, 403 all scopes of the operation at once", async () => {
    const address = 'resource_metadata="https://api.example/.well-known/oauth-protected-resource/mcp"';
    const refusal = await post("/mcp");
    expect(refusal).toMatchObject({ status: 401 });
    expect(refusal.challenges[0]).toBe(`Bearer ${address}, scope="tools files"`);
    const shortfall = await post("/mcp", { authorization: `Bearer ${await current()}` });
    expect(shortfall).toMatchObject({ status: 403 });
    expect(shortfall.challenges[0]).toMatch(/error="insufficient_scope", .*, scope="tools files"$/);
  });

  it.each(["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"])(
    "mcp-r16: metadata is at the path and at the root: %s",
    async (path) => {
      expect(JSON.parse((await server.send(path)).body)).toMatchObject({ resource });
    },
  );

  it("mcp-r16: a token for another audience and one in the query are refused", async () => {
    const token = await current({ aud: "https://api.example", scope: "tools files" });
    expect(await post("/mcp", { authorization: `Bearer ${token}` })).toMatchObject({ status: 401 });
    expect(await post(`/mcp?access_token=${await current()}`)).toMatchObject({ status: 400 });
  });
});

describe("B11: MCP transport: a page of another origin reaches no tool (DNS rebinding)", () => {
  const from = async (origin: string, path = "/mcp", method = "POST") => {
    const authorization = `Bearer ${await current({ scope: "tools files" })}`;
    const headers = {
      authorization,
      origin,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    return server.send(path, { method, headers, ...(method === "POST" && { body: JSON.stringify(call) }) });
  };

  it.each([
    "http://evil.example",
    "https://api.example.evil.example",
    "https://api.example:8443",
    "http://api.example",
    "null",
    "https://api.example, https://evil.example",
    "",
  ])("Origin %j: 403 as JSON-RPC, regardless of its token", async (origin) => {
    const before = seen.length;
    const { status, headers, body } = await from(origin);
    expect([status, headers["content-type"]]).toEqual([403, "application/json"]);
    expect(JSON.parse(body)).toEqual({
      jsonrpc: "2.0",
      error: { code: -32_600, message: "requests of pages of this origin are not accepted" },
      id: null,
    });
    expect(seen).toHaveLength(before);
  });

  it.each(["https://api.example", "https://inspector.example"])("Origin %s is one of the API's", async (origin) => {
    expect((await from(origin)).status).toBe(200);
  });

  it("a preflight of another origin is refused, too", async () => {
    const preflight = { origin: "http://evil.example", "access-control-request-method": "POST" };
    expect((await server.send("/any", { method: "OPTIONS", headers: preflight })).status).toBe(403);
    const own = { ...preflight, origin: "https://api.example" };
    expect((await server.send("/any", { method: "OPTIONS", headers: own })).status).toBe(204);
  });

  it.each(["evil.example", "https://a.example/", "https://a.example/x", "*"])("%s is not an origin", (origin) => {
    expect(() => guard({ issuer: "https://issuer.test", resource, origins: [origin] })).toThrow("origins: ");
  });
});

describe("MCP: verifyAccessToken of the SDK", () => {
  it("accepts what the guard accepts", async () => {
    expect(await post("/sdk", { authorization: `Bearer ${await current()}` })).toMatchObject({ status: 200 });
  });

  it.each<[string, object]>([
    ["an expired token", { exp: 1 }],
    ["a token for another server", { aud: "https://api.example" }],
    ["a token that is bound to a key: it cannot see a proof", { cnf: { jkt: key.jkt } }],
  ])("refuses %s", async (_, claims) => {
    const refusal = await post("/sdk", { authorization: `Bearer ${await current(claims)}` });
    expect(refusal).toMatchObject({ status: 401, challenges: [expect.stringContaining("invalid_token")] });
  });
});
