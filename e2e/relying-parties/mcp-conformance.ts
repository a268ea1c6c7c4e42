/**
 * The conformance tests of the Model Context Protocol for authorization servers. A person goes through our pages where
 * a scenario needs a code. A check that fails or only warns fails the party.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { authorize, scriptedBrowser } from "../support/browser/scripted-browser.ts";
import { freePort, type Party } from "./party.ts";

const PROGRAM = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"));
/** The checks of the scenarios for authorization servers. */
const CHECKS = ["authorization-server-metadata", "authorization-server-metadata-cimd", "authorization-code-grant"];
const WITHIN_MS = 60_000;

export const mcpConformance: Party = {
  name: "The conformance tests of the Model Context Protocol",
  packages: [],
  isInstalled: async () => true,

  async run({ world, operator, demo }) {
    const port = await freePort();
    const redirectUri = `http://127.0.0.1:${port}/callback`;
    const { clientId } = await operator.addClient(
      ...["--name", "MCP conformance", "--redirect-uri", redirectUri, "--application-type", "native"],
      ...["--token-endpoint-auth-method", "none", "--scope", "openid notes:read notes:write"],
    );
    const settings = ["--url", world.issuer, "--client-id", clientId, "--resource", world.mcp, "--port", String(port)];
    const found = await checksOf(settings, async (url) => {
      await fetch(await authorize(scriptedBrowser(world), url, demo));
    });
    const states = found.map(({ id, status, errorMessage }) => `${id} ${errorMessage ?? status}`);
    const passed = CHECKS.map((id) => `${id} SUCCESS`);
    assert.deepEqual(states.toSorted(), passed.toSorted());
    console.log(`  ${found.length} checks passed`);
  },
};

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/** Runs every scenario, visits the address that one of them names, and returns their checks. */
async function checksOf(args: readonly string[], visit: (url: string) => Promise<void>): Promise<readonly Check[]> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-mcp-"));
  try {
    await conformance(["authorization", ...args, "--output-dir", folder], async (line) => {
      const [url] = /https?:\/\/\S+\/authorization\?\S+/.exec(line) ?? [];
      if (url !== undefined) await visit(url);
    });
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith("checks.json"));
    const read = files.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as readonly Check[]);
    return (await Promise.all(read)).flat();
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs the program to its end. Its exit code says no more than its checks. */
async function conformance(args: readonly string[], onLine: (line: string) => Promise<void>): Promise<void> {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH },
    timeout: WITHIN_MS,
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  for await (const line of createInterface({ input: child.stdout })) await onLine(line);
  await ended;
}
