/** The crate openidconnect. The program prints the address to visit, and reads where the browser stopped. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { authorize, scriptedBrowser } from "../../support/browser/scripted-browser.ts";
import { DEMO } from "../demo.ts";
import type { FieldParty } from "../field-party.ts";
import { facts, missing, run } from "../install.ts";
import { pageOf } from "../page.ts";

const APPLICATION = "http://127.0.0.1:9"; // the browser stops here: nothing listens
const PROGRAM = "main.rs";

const page = pageOf("openidconnect-rs");

export const rustOpenidconnect: FieldParty = {
  name: "openidconnect-rs",
  version: page.argumentsOf("cargo add ").join(" "),
  settings: "scopes",
  unavailable: async () => missing("cargo", ["--version"]),

  async install(folder) {
    await cp(join(import.meta.dirname, "openidconnect"), folder, { recursive: true });
    await build(folder);
  },

  async run({ world, operator, demo, folder }) {
    await build(folder); // the page may have changed
    const client = await operator.addClient(...page.clientOptions(APPLICATION));
    const { PATH } = process.env;
    const child = spawn(join(folder, "target", "debug", "field-openidconnect"), [], {
      stdio: ["pipe", "pipe", "inherit"],
      env: {
        ...{ PATH, ISSUER: world.issuer, REDIRECT_URI: `${APPLICATION}/callback` },
        ...{ CLIENT_ID: client.clientId, CLIENT_SECRET: client.clientSecret },
      },
    });
    const ended = new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (!line.startsWith("visit ")) continue;
      const url = line.slice("visit ".length);
      child.stdin.write(`${(await authorize(scriptedBrowser(world), url, demo)).href}\n`);
    }
    assert.equal(await ended, 0, `the client failed after: ${lines.at(-1)}`);
    assert.deepEqual(facts({ body: lines.join("\n") }), { ...DEMO, refreshed: "true" });
  },
};

async function build(folder: string): Promise<void> {
  await mkdir(join(folder, "src"), { recursive: true });
  await writeFile(join(folder, "src", PROGRAM), page.programs.get(PROGRAM) ?? "");
  await run(folder, ["cargo", "build", "--locked", "--quiet"]);
}
