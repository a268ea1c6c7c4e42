/** The package as npm gives it to others: packed, installed into an empty folder, and run without this workspace. */
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..", "..");
/** `npm test` names one: the machine's own, or one that it installs. */
const { COUNTERSIGN_NODE_20: node20 = "none" } = process.env;
const run = promisify(execFile);

const folder = mkdtempSync(join(realpathSync(tmpdir()), "countersign-admin-client-"));
const sent: string[] = [];
const api = createServer((req, res) => {
  sent.push(`${req.method} ${req.url} ${req.headers["if-match"] ?? ""}`.trimEnd());
  if (req.url?.endsWith("/people/1") === true) {
    res.setHeader("etag", '"v1"').setHeader("content-type", "application/json").end("{}");
    return;
  }
  const second = req.url?.includes("cursor=") === true;
  const page = second
    ? { items: [{ username: "bob" }] }
    : { items: [{ id: "1", username: "alice" }], next_cursor: "c" };
  res.setHeader("content-type", "application/json").end(JSON.stringify(page));
});

const SCRIPT = `
import { adminClient, itemsOf } from "@countersign/admin-client";
const api = adminClient({ url: process.argv[2], accessToken: () => "token" });
const names = [];
for await (const { username } of itemsOf(api, "listPeople")) names.push(username);
console.log(names.join(" "));
`;

beforeAll(async () => {
  execFileSync(process.execPath, [join(root, "scripts", "build-package.mjs"), "packages/admin-client"]);
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const npm = (...args: string[]) => execFileSync("npm", args, { cwd: folder, encoding: "utf8", stdio: "pipe" });
  const dist = join(root, "packages", "admin-client", "dist");
  const [{ filename }] = JSON.parse(npm("pack", "--json", "--ignore-scripts", dist));
  npm("install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", `./${filename}`);
  writeFileSync(join(folder, "list.mjs"), SCRIPT);
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  api.close();
  rmSync(folder, { recursive: true, force: true });
});

const address = () => `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
const listOn = async (node: string) => {
  return (await run(node, ["list.mjs", address()], { cwd: folder, env: { PATH: process.env.PATH } })).stdout;
};

describe("the packed package", () => {
  it("depends on nothing, and has README and licence", () => {
    const installed = join(folder, "node_modules", "@countersign", "admin-client");
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    expect(manifest.dependencies).toBeUndefined();
    for (const file of ["README.md", "LICENSE", "index.d.ts"]) expect(readFileSync(join(installed, file))).toBeTruthy();
  });

  it("runs on Node.js 24", async () => {
    expect(await listOn(process.execPath)).toBe("alice bob\n");
  });

  it("the script of its README lists people and changes one, with the ETag that it read", async () => {
    const readme = readFileSync(join(root, "packages", "admin-client", "README.md"), "utf8");
    const [, script = ""] = /```ts\n(.*?)```/s.exec(readme) ?? [];
    writeFileSync(join(folder, "readme.mjs"), script.replace("http://localhost:4007", address()));
    sent.length = 0;
    const { stdout } = await run(process.execPath, ["readme.mjs"], { cwd: folder, env: { PATH: process.env.PATH } });
    expect(stdout).toBe("alice undefined\nbob undefined\n");
    expect(sent.at(-1)).toBe('PATCH /admin/api/v1/people/1 "v1"');
  });

  it.skipIf(node20 === "none")("runs on Node.js 20", async () => {
    expect(execFileSync(node20, ["--version"], { encoding: "utf8" })).toMatch(/^v20\./);
    expect(await listOn(node20)).toBe("alice bob\n");
  });
});
