/** AppAuth-JS on Node.js: a program that opens a browser by the command of the system, and listens for the answer. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../relying-parties/party.ts";
import { scriptedBrowser } from "../../support/browser/scripted-browser.ts";
import { DEMO } from "../demo.ts";
import type { FieldParty } from "../field-party.ts";
import { pageOf } from "../page.ts";
import { visit } from "../walk.ts";
import { npmInstall, npmUnavailable } from "./npm.ts";

const NAME = "appauth-js";
const PROGRAM = "app.mjs";
/** The command by which desktops open an address. */
const OPEN = "xdg-open";
const WITHIN_MS = 60_000;
const PAUSE_MS = 100;
const page = pageOf(NAME);

export const appauthJs: FieldParty = {
  name: NAME,
  version: page.packages.join(" "),
  settings: "scope",
  unavailable: npmUnavailable,
  install: (folder) => npmInstall(folder, page.packages),

  async run({ world, operator, demo, folder }) {
    const port = await freePort();
    const { clientId } = await operator.addClient(...page.clientOptions(""));
    await writeFile(join(folder, PROGRAM), page.programs.get(PROGRAM) ?? "");
    const opened = await notingCommand(folder);

    const child = spawn(process.execPath, ["--import", "tsx", PROGRAM], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: opened.path, ISSUER: world.issuer, CLIENT_ID: clientId, PORT: String(port) },
      timeout: WITHIN_MS,
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (said += text.toString()));
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    try {
      await visit(scriptedBrowser(world), await opened.address(), demo);
      assert.equal(await ended, 0, said);
    } finally {
      child.kill("SIGKILL");
      await ended;
    }
    assert.match(said, new RegExp(`^signed in: ${DEMO.name} <${DEMO.email}>\nrefreshed: true$`, "m"));
  },
};

/** A command that notes the address which it is to open, instead of the one of a desktop. */
async function notingCommand(folder: string): Promise<{ readonly path: string; address(): Promise<string> }> {
  const commands = join(folder, "commands");
  const note = join(folder, "address");
  await rm(note, { force: true });
  await mkdir(commands, { recursive: true });
  await writeFile(join(commands, OPEN), `#!/bin/sh\nprintf %s "$1" > "${note}.new" && mv "${note}.new" "${note}"\n`);
  await chmod(join(commands, OPEN), 0o755);
  return {
    path: `${commands}:${process.env.PATH}`,
    async address() {
      for (const start = performance.now(); performance.now() - start < WITHIN_MS; await wait(PAUSE_MS)) {
        const text = await readFile(note, "utf8").catch(() => undefined);
        if (text !== undefined) return text;
      }
      throw new Error("the program opened no address");
    },
  };
}
