/** scripts/audit.mjs: what a registry reports about our dependencies, as the pinned pnpm reads it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..", "..", "..");

let answer: (res: ServerResponse) => void;
const registry = createServer((req, res) => {
  req.resume().on("end", () => answer(res));
});
beforeAll(() => new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  registry.closeAllConnections();
  registry.close();
});

/** Runs the script against the registry of this test. pnpm itself comes from its usual source. */
async function audit(args: string[] = [], path = process.env.PATH): Promise<{ code: number | null; said: string }> {
  const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  const env = { ...process.env, PATH: path, pnpm_config_registry: url, pnpm_config_fetch_retries: "0" };
  const child = spawn(process.execPath, [join(ROOT, "scripts", "audit.mjs"), ...args], { env });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, "close");
  return { code, said: (await said).join("").trim() };
}

const about = (severity: string, id = 1) => [
  { id, title: "A hole", severity, url: "https://x.example/1", vulnerable_versions: "<99", cwe: [], cvss: {} },
];
const saying = (advisories: object) => (res: ServerResponse) => void res.end(JSON.stringify(advisories));

describe("an advisory about a dependency of production code", { timeout: 60_000 }, () => {
  it.each(["high", "critical"])("of severity %s is refused by name", async (severity) => {
    answer = saying({ express: about(severity) });
    expect(await audit()).toEqual({ code: 1, said: `express (${severity}): A hole https://x.example/1` });
  });

  it.each([
    ["a lower severity is counted", { express: about("moderate"), pino: about("low", 2) }, 2],
    ["no advisory is fine", {}, 0],
  ])("%s", async (_, advisories, count) => {
    answer = saying(advisories);
    const said = `Of what ships, nothing has a high or critical advisory; ${count} lesser ones.`;
    expect(await audit()).toEqual({ code: 0, said });
  });
});

describe("a registry that gives no answer is not a failure, and is reported", { timeout: 60_000 }, () => {
  const noEndpoint = "ADVISORIES WERE NOT LOOKED AT: this needs a registry with npm's advisory endpoint.";

  it.each<[string, (res: ServerResponse) => void]>([
    ["has no such endpoint", (res) => res.writeHead(405).end()],
    ["fails", (res) => res.writeHead(500).end()],
    ["sends a page instead", (res) => res.end("<html>")],
    ["closes the connection", (res) => res.destroy()],
  ])("because it %s", async (_, how) => {
    answer = how;
    expect(await audit()).toEqual({ code: 0, said: noEndpoint });
  });

  it("because it does not answer", async () => {
    answer = () => {};
    expect(await audit(["3000"])).toEqual({
      code: 0,
      said: "ADVISORIES WERE NOT LOOKED AT: the registry took too long.",
    });
  });
});

it.each(['{"error":{"code":"ERR"}}', "[]", "a page"])(
  "an audit report with %s is refused as unreadable",
  async (says) => {
    const folder = await mkdtemp(join(tmpdir(), "countersign-audit-"));
    const npx = `#!${process.execPath}\nconsole.log(${JSON.stringify(says)});\n`;
    await writeFile(join(folder, "npx"), npx, { mode: 0o755 });
    const { code, said } = await audit([], folder);
    expect([code, said]).toEqual([1, `pnpm audit said what cannot be read:\n${says}`]);
    await rm(folder, { recursive: true });
  },
);
