/** The quick starts of README.md run as they are, but for addresses of the test. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { createTestIssuer } from "./testing/test-issuer.ts";
import { startServer } from "./testing/test-server.ts";

const root = join(import.meta.dirname, "..");
// Inside the package, so that its own name and the frameworks are found.
const folder = join(root, "test-results", "readme");
mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const blocks = new Map(
  [...readFileSync(join(root, "README.md"), "utf8").matchAll(/^```js\n\/\/ (\S+)\n([\s\S]*?)^```/gm)].map(
    ([, name = "", code = ""]) => [name, code],
  ),
);

const resource = "https://api.example";
const server = await startServer((req, res) => {
  if (req.url === "/jwks") res.end(JSON.stringify(issuer.jwks));
  else res.end(JSON.stringify({ issuer: server.origin, jwks_uri: `${server.origin}/jwks` }));
});
const issuer = await createTestIssuer({ resource, issuer: server.origin });
afterAll(() => server.stop());

let running: ChildProcess | undefined;
afterEach(async () => {
  if (running === undefined) return;
  running.kill();
  await once(running, "exit");
  running = undefined;
});

/** Starts a block, and returns its address. */
async function start(name: string): Promise<string> {
  const port = await freePort();
  const code = (blocks.get(name) ?? "").replace("http://localhost:4000", server.origin).replace("3000", String(port));
  writeFileSync(join(folder, name), code);
  running = spawn(process.execPath, [join(folder, name)], { stdio: "inherit" });
  return `http://127.0.0.1:${port}`;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const tokens = { read: await issuer.token({ scope: "files:read" }), other: await issuer.token({ scope: "other" }) };
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

async function assertProtected(ask: (init?: RequestInit) => Promise<Response>) {
  const refusal = await ask();
  expect(refusal.status).toBe(401);
  expect(refusal.headers.get("www-authenticate")).toContain("/.well-known/oauth-protected-resource");
  expect((await ask(bearer(tokens.other))).status).toBe(403);
  const answer = await ask(bearer(tokens.read));
  expect([answer.status, await answer.json()]).toEqual([200, { owner: "alice" }]);
}

describe("README: the quick start", () => {
  it.each(["express.mjs", "fastify.mjs", "node.mjs"])(
    "%s serves what the token allows, and its metadata",
    async (name) => {
      const origin = await start(name);
      await vi.waitFor(() => fetch(origin), { timeout: 20_000 });
      await assertProtected((init) => fetch(`${origin}/files`, init));
      const metadata = await fetch(`${origin}/.well-known/oauth-protected-resource`);
      expect(await metadata.json()).toMatchObject({ resource, authorization_servers: [server.origin] });
    },
  );

  it.each(["hono.mjs", "fetch.mjs"])("%s exports a handler that does", async (name) => {
    writeFileSync(join(folder, name), (blocks.get(name) ?? "").replace("http://localhost:4000", server.origin));
    const { default: app } = await import(/* @vite-ignore */ join(folder, name));
    await assertProtected(async (init) => app.fetch(new Request("https://any.example/files", init)));
    const metadata = await app.fetch(new Request("https://any.example/.well-known/oauth-protected-resource"));
    expect(await metadata.json()).toMatchObject({ resource });
  });

  it("mcp.mjs tells a tool who asks", async () => {
    const origin = await start("mcp.mjs");
    await vi.waitFor(() => fetch(origin), { timeout: 20_000 });
    const ask = (headers: object) =>
      fetch(`${origin}/files`, {
        method: "POST",
        headers: { accept: "application/json, text/event-stream", "content-type": "application/json", ...headers },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami","arguments":{}}}',
      });
    expect((await ask({})).status).toBe(401);
    expect(await (await ask(bearer(tokens.read).headers)).json()).toMatchObject({
      result: { content: [{ text: "alice" }] },
    });
  });

  it("test.mjs says what it promises", () => {
    writeFileSync(join(folder, "test.mjs"), blocks.get("test.mjs") ?? "");
    const out = execFileSync(process.execPath, [join(folder, "test.mjs")], { encoding: "utf8" });
    expect(out.trim().split("\n")).toEqual(["200", "403", "401"]);
  });
});
