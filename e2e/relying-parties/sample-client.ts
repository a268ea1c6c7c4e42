/** The sample client of this workspace, with the resource server, if the issuer has a path. */
import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { authorize, scriptedBrowser } from "../support/browser/scripted-browser.ts";
import type { Party } from "./party.ts";

const PAUSE_MS = 1_000;
const MOST_TRIES = 10;

export const sampleClient: Party = {
  name: "The sample client and the resource server, at an issuer with a path",
  packages: [],
  isInstalled: async () => true,

  async run({ world, demo }) {
    const browser = scriptedBrowser(world);
    // It may have requested the issuer's metadata too early. It tries again after a second.
    let away = await browser.once(`${world.client}/login`);
    for (let tries = 0; away.status === 503 && tries < MOST_TRIES; tries += 1) {
      await wait(PAUSE_MS);
      away = await browser.once(`${world.client}/login`);
    }
    const to = String(away.headers.location);
    assert.ok(to.startsWith(`${world.issuer}/authorization?`), `${away.status} ${to} ${away.body}`);
    const callback = await authorize(browser, to, demo);
    assert.equal((await browser.once(callback.href)).status, 303);

    // Only /userinfo returns this claim: it verified the token with keys that it found by discovery.
    const home = await browser.once(world.client);
    assert.ok(home.body.includes("alice@example.com"), home.body);
  },
};
