/** mcp-remote: a program between an MCP client on a person's device and a server that asks them to sign in. */
import assert from "node:assert/strict";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { freePort } from "../../relying-parties/party.ts";
import { scriptedBrowser } from "../../support/browser/scripted-browser.ts";
import { matched, textOf } from "../../support/said.ts";
import type { FieldParty } from "../field-party.ts";
import { pageOf } from "../page.ts";
import { visit } from "../walk.ts";
import { npmInstall, npmUnavailable } from "./npm.ts";

const NAME = "mcp-remote";
const WITHIN_MS = 90_000;
const page = pageOf(NAME);

type Program = ChildProcessByStdio<Writable, Readable, Readable>;

export const mcpRemote: FieldParty = {
  name: NAME,
  version: page.packages.join(" "),
  settings: "",
  unavailable: npmUnavailable,
  install: (folder) => npmInstall(folder, page.packages),

  async run({ world, demo, folder }) {
    const kept = join(folder, "kept");
    // What it registered and what it got at another run would be of another issuer.
    await rm(kept, { recursive: true, force: true });
    const program = join(folder, "node_modules", "mcp-remote", "dist", "proxy.js");
    const child: Program = spawn(process.execPath, [program, world.mcp, String(await freePort())], {
      stdio: ["pipe", "pipe", "pipe"],
      // No command that opens a browser: it writes the address, too.
      env: { PATH: "", HOME: folder, MCP_REMOTE_CONFIG_DIR: kept },
      timeout: WITHIN_MS,
    });
    const ended = new Promise((resolve) => child.once("close", resolve));
    const [answers, said] = [textOf(child.stdout), textOf(child.stderr)];
    const ask = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    try {
      const clientInfo = { name: "test", version: "1" };
      const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
      ask({ id: 1, method: "initialize", params });
      const address = await matched(said, /^https?:\/\/\S+\/authorization\?\S+$/m, WITHIN_MS);
      assert.equal((await visit(scriptedBrowser(world), address, demo)).status, 200);
      await matched(answers, /"id":1\b/, WITHIN_MS);
      ask({ method: "notifications/initialized" });
      ask({ id: 2, method: "tools/list" });
      assert.match(await matched(answers, /^.*"id":2\b.*$/m, WITHIN_MS), /"tools":\[/);
    } catch (error) {
      throw new Error(`${String(error)}\n${said()}\n${answers()}`);
    } finally {
      child.kill("SIGKILL");
      await ended;
    }
  },
};
