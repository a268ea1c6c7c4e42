/** The package as npm gives it to others: packed, installed into an empty folder, and run without this workspace. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const tool = (name: string) => join(root, "..", "..", "node_modules", ".bin", name);
/** `npm test` names one: the machine's own, or one that it installs. */
const { COUNTERSIGN_NODE_20: node20 = "none" } = process.env;

const folder = mkdtempSync(join(realpathSync(tmpdir()), "countersign-guard-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const npm = (...args: string[]) => execFileSync("npm", args, { cwd: folder, encoding: "utf8", stdio: "pipe" });

beforeAll(() => {
  execFileSync(process.execPath, [join(root, "..", "..", "scripts", "build-package.mjs"), "packages/guard"]);
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  // jose is packed from here, too: the test needs no registry.
  const tarballs = [join(root, "dist"), realpathSync(join(root, "node_modules", "jose"))].map((source) => {
    const [packed] = JSON.parse(npm("pack", "--json", "--ignore-scripts", source));
    return `./${packed.filename}`;
  });
  npm("install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", ...tarballs);
  writeFileSync(join(folder, "api.mjs"), API);
});

/** A small API, and what its clients get. */
const API = `
import { createServer } from "node:http";
import { guard, scopes } from "@countersign/guard";
import * as express from "@countersign/guard/express";
import * as fastify from "@countersign/guard/fastify";
import * as hono from "@countersign/guard/hono";
import * as mcp from "@countersign/guard/mcp";
import { protect, serveMetadata } from "@countersign/guard/node";
import { protect as protectWeb } from "@countersign/guard/fetch";
import { createTestIssuer } from "@countersign/guard/testing";

const resource = "https://api.example";
const issuer = await createTestIssuer({ resource });
const api = guard({ issuer: issuer.options, resource });
const files = protect(api, [scopes("read")], (req, res, access) => void res.end(access.subject));
const server = createServer((req, res) => { if (!serveMetadata(api, req, res)) void files(req, res); });
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = "http://127.0.0.1:" + server.address().port;

const key = await issuer.key();
const bound = await issuer.token({ scope: "read", cnf: { jkt: key.jkt } });
const withProof = async (nonce) => ({
  authorization: "DPoP " + bound,
  dpop: await key.proof({ method: "GET", url: resource + "/files", token: bound, nonce }),
});
const ask = (headers) => fetch(origin + "/files", { headers });
const bearer = { authorization: "Bearer " + (await issuer.token({ scope: "read" })) };
const first = await ask(await withProof());
const web = protectWeb(api, [scopes("read")], (request, access) => new Response(access.subject));

console.log(JSON.stringify({
  none: (await ask({})).status,
  bearer: await (await ask(bearer)).text(),
  challenge: first.headers.get("www-authenticate").includes("use_dpop_nonce"),
  proved: await (await ask(await withProof(first.headers.get("dpop-nonce")))).text(),
  weak: (await ask({ authorization: "Bearer " + (await issuer.token()) })).status,
  web: await (await web(new Request("https://any.example/files", { headers: bearer }))).text(),
  metadata: (await (await fetch(origin + "/.well-known/oauth-protected-resource")).json()).resource,
  adapters: [express, fastify, hono, mcp].every((adapter) => typeof adapter.protect === "function"),
}));
server.closeAllConnections();
server.close();
`;

const expected = {
  none: 401,
  bearer: "alice",
  challenge: true,
  proved: "alice",
  weak: 403,
  web: "alice",
  metadata: "https://api.example",
  adapters: true,
};

function answersOn(node: string): unknown {
  const run = spawnSync(node, ["api.mjs"], { cwd: folder, encoding: "utf8", env: { PATH: process.env.PATH } });
  expect(run.stderr).not.toContain("Error");
  return JSON.parse(run.stdout);
}

describe("guard-r13: the packed package", () => {
  it("has JavaScript, types, README and licence, no sources and no tests, and depends only on jose", () => {
    const installed = join(folder, "node_modules", "@countersign", "guard");
    const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
    expect(files).toEqual(expect.arrayContaining(["index.js", "index.d.ts", "README.md", "LICENSE"]));
    expect(files.filter((file) => /(?<!\.d)\.ts$|test-world|test-server|\.test\.|parts/.test(file))).toEqual([]);
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    expect(Object.keys(manifest.dependencies)).toEqual(["jose"]);
    expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "@countersign",
      "jose",
    ]);
  });

  it("imports no module of Node.js, so that it runs on Deno and workers", () => {
    const installed = join(folder, "node_modules", "@countersign", "guard");
    const code = readdirSync(installed, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"));
    const imported = code.flatMap((file) =>
      [...readFileSync(join(installed, file), "utf8").matchAll(/from "([^"]+)"/g)].map(([, from = ""]) => from),
    );
    expect(new Set(imported.filter((from) => !from.startsWith(".")))).toEqual(new Set(["jose"]));
  });

  it("runs on Node.js 24", () => {
    expect(answersOn(process.execPath)).toEqual(expected);
  });

  it.skipIf(node20 === "none")("runs on Node.js 20", () => {
    expect(execFileSync(node20, ["--version"], { encoding: "utf8" })).toMatch(/^v20\./);
    expect(answersOn(node20)).toEqual(expected);
  });

  it("has types that a strict project checks, also without skipLibCheck", () => {
    writeFileSync(
      join(folder, "api.ts"),
      `import { type Access, guard, scopes } from "@countersign/guard";
import { protect } from "@countersign/guard/fetch";
const api = guard({ issuer: "https://auth.example", resource: "https://api.example" });
const subjectOf = (access: Access): string => access.subject;
export const handler = protect(api, [scopes("read")], (_, access) => new Response(subjectOf(access)));
// @ts-expect-error: a resource is required.
guard({ issuer: "https://auth.example" });
`,
    );
    const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--lib", "es2023,dom"];
    const run = spawnSync(tool("tsc"), [...options, "--types", "", "--ignoreConfig", "api.ts"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(run.stdout).toBe("");
  });
});
