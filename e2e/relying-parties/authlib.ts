/** Python's Authlib: a client that registers itself. In between, a person goes through our pages. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { authorize, scriptedBrowser } from "../support/browser/scripted-browser.ts";
import type { Party } from "./party.ts";

const PYTHONS = ["/usr/bin/python3", "python3"];
/**
 * Assertions made within ten seconds of the creation of the store of used assertions are refused: one could be a
 * replay.
 */
const ASSERTIONS_COUNT_AFTER_MS = 11_000;

const python = () =>
  PYTHONS.find((name) => spawnSync(name, ["-c", "import authlib, requests"], { stdio: "ignore" }).status === 0);

export const authlib: Party = {
  name: "Python with Authlib",
  packages: ["python3-authlib", "python3-requests"],
  isInstalled: async () => python() !== undefined,

  async run({ world, operator, demo }) {
    await wait(Math.max(0, world.readyAt + ASSERTIONS_COUNT_AFTER_MS - Date.now()));
    const { PATH } = process.env;
    const child = spawn(python() ?? "python3", [join(import.meta.dirname, "authlib_client.py")], {
      stdio: ["pipe", "pipe", "inherit"],
      env: { PATH, ISSUER: world.issuer, TOKEN: await operator.addInitialAccessToken("unlimited") },
    });
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));

    // It prints addresses to visit and reads the address where the browser stopped. At the end it prints what it did.
    let last = "";
    for await (const line of createInterface({ input: child.stdout })) {
      last = line;
      if (!line.startsWith("visit ")) continue;
      const url = line.slice("visit ".length);
      child.stdin.write(`${(await authorize(scriptedBrowser(world), url, demo)).href}\n`);
    }
    assert.equal(await ended, 0, `the client failed after: ${last}`);
    assert.equal(last, "done private_key_jwt client_secret_basic");
  },
};
