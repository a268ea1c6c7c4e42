import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createTestIssuer } from "@countersign/guard/testing";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { openNotes } from "./notes.ts";
import { createApp, guardOf } from "./routes.ts";

const given = { ISSUER: "https://issuer.test", RESOURCE: "http://localhost:4006/mcp" };
const config = readConfig(given);
const { resource } = config;
const issuer = await createTestIssuer({ resource });
const api = guardOf({ ...config, issuer: issuer.options.issuer }, { issuer: issuer.options });
const server = createServer(createApp(api, openNotes())).listen(0, "127.0.0.1");
await once(server, "listening");
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => void server.close());

const both = "notes:read notes:write";
let person = 0;
let sub: string;
beforeEach(() => {
  person += 1;
  sub = `person-${person}`;
});

const calling = (name: string, args: object = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: args },
});

async function post(body: unknown, claims: object = {}, headers: Record<string, string> = {}) {
  const answer = await fetch(`${origin}/mcp`, {
    method: "POST",
    headers: {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      authorization: `Bearer ${await issuer.token({ sub, scope: both, ...claims })}`,
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const challenge = answer.headers.get("www-authenticate") ?? "";
  return { status: answer.status, challenge, body: JSON.parse((await answer.text()) || "null") };
}

describe("MCP authorization: the tools of a person", () => {
  it("are called by the client of the SDK", async () => {
    const headers = { authorization: `Bearer ${await issuer.token({ sub, scope: both })}` };
    const client = new Client({ name: "test", version: "1.0.0" });
    const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } });
    await client.connect(transport as Transport);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["list_notes", "add_note"]);
    const say = async (name: string, args: Record<string, unknown> = {}) =>
      (await client.callTool({ name, arguments: args })).content;
    expect(await say("list_notes")).toEqual([{ type: "text", text: "There are no notes yet." }]);
    await say("add_note", { note: "Buy coffee" });
    expect(await say("list_notes")).toEqual([{ type: "text", text: "Buy coffee" }]);
    await client.close();

    sub = "somebody else";
    expect((await post(calling("list_notes"))).body.result.content[0].text).toBe("There are no notes yet.");
  });

  it("a person has at most 50 notes, each of 1 to 500 characters", async () => {
    const keep = async (note: string) => (await post(calling("add_note", { note }))).body;
    expect((await keep("x".repeat(501))).result.isError).toBe(true);
    expect((await keep("")).result.isError).toBe(true);
    for (let n = 0; n < 50; n += 1) expect((await keep(`note ${n}`)).result.isError).toBeUndefined();
    expect((await keep("one more")).result).toMatchObject({ isError: true });
  });
});

describe("mcp-r16: what is refused", () => {
  const metadata = 'resource_metadata="http://localhost:4006/.well-known/oauth-protected-resource/mcp"';

  it("without a token: 401 with the address of the metadata, which is at the path and at the root", async () => {
    const answer = await fetch(`${origin}/mcp`, { method: "POST", body: "{}" });
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, expect.stringContaining(metadata)]);
    for (const path of ["", "/mcp"]) {
      const found = await fetch(`${origin}/.well-known/oauth-protected-resource${path}`);
      expect(await found.json()).toMatchObject({ resource, scopes_supported: ["notes:read", "notes:write"] });
    }
  });

  it.each([
    ["one tool", calling("add_note", { note: "a" }), "notes:write"],
    ["an array of messages", [calling("list_notes"), calling("add_note", { note: "a" })], "notes:read notes:write"],
  ])("a scope that %s needs: 403 with all scopes of the request", async (_, body, scope) => {
    const refused = await post(body, { scope: "other" });
    expect(refused).toMatchObject({ status: 403, challenge: expect.stringContaining(`scope="${scope}"`) });
    expect(refused.challenge).toContain('error="insufficient_scope"');
  });

  it("each tool needs its own scope", async () => {
    expect(await post(calling("list_notes"), { scope: "notes:read" })).toMatchObject({ status: 200 });
    expect(await post(calling("add_note", { note: "a" }), { scope: "notes:read" })).toMatchObject({ status: 403 });
    expect((await post(calling("list_notes"))).body.result.content[0].text).toBe("There are no notes yet.");
  });

  it("a token for another server, and one in the query", async () => {
    expect(await post(calling("list_notes"), { aud: "http://localhost:4005" })).toMatchObject({ status: 401 });
    const token = await issuer.token({ sub, scope: both });
    expect((await fetch(`${origin}/mcp?access_token=${token}`, { method: "POST" })).status).toBe(400);
  });

  it.each([
    ["no JSON", "{", 400],
    ["A4: a member twice", `{"method":"tools/list",${JSON.stringify(calling("list_notes")).slice(1)}`, 400],
    ["too much", JSON.stringify("x".repeat(70_000)), 413],
    ["no message", "{}", 400],
  ])("a body with %s", async (_, body, status) => {
    expect(await post(body)).toMatchObject({ status, body: { jsonrpc: "2.0", error: expect.anything() } });
  });

  it.each(["POST", "GET", "OPTIONS"])("B11: MCP transport: %s of a page of another origin: 403", async (method) => {
    const authorization = `Bearer ${await issuer.token({ sub, scope: both })}`;
    const headers = { authorization, origin: "http://evil.example", "content-type": "application/json" };
    const body = method === "POST" ? { body: JSON.stringify(calling("list_notes")) } : {};
    const refused = await fetch(`${origin}/mcp`, { method, headers, ...body });
    expect([refused.status, JSON.parse(await refused.text()).error.code]).toEqual([403, -32_600]);
    expect(await post(calling("list_notes"), {}, { origin: "http://localhost:4006" })).toMatchObject({ status: 200 });
  });

  it.each([
    ["GET", "/mcp", 405],
    ["DELETE", "/mcp", 405],
    ["GET", "/other", 404],
    ["GET", "/health/ready", 200],
  ])("%s %s is %i", async (method, path, status) => {
    expect((await fetch(`${origin}${path}`, { method })).status).toBe(status);
  });
});

describe("RFC 9449 §7: a token that is bound to a key", () => {
  it("calls a tool with one proof", async () => {
    const key = await issuer.key();
    const token = await issuer.token({ sub, scope: both, cnf: { jkt: key.jkt } });
    const send = async (nonce?: string) => {
      const dpop = await key.proof({ method: "POST", url: resource, token, ...(nonce && { nonce }) });
      const headers = {
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        authorization: `DPoP ${token}`,
        dpop,
      };
      return fetch(`${origin}/mcp`, { method: "POST", headers, body: JSON.stringify(calling("list_notes")) });
    };
    const first = await send();
    // The memory of proofs was just made, so the guard asks for a nonce.
    const answer = first.status === 401 ? await send(first.headers.get("dpop-nonce") ?? "") : first;
    expect(answer.status).toBe(200);
  });
});

describe("the configuration", () => {
  it.each([{ PORT: "x" }, { ISSUER: "" }, { RESOURCE: "notes" }])("refuses %o", (env) => {
    expect(() => readConfig({ ...given, ...env })).toThrow(Object.keys(env)[0]);
  });
});
