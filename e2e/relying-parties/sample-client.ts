/** The sample client of this workspace, with the resource server behind it, where the issuer has a path. */
import assert from "node:assert/strict";
import { authorize, scriptedBrowser } from "../support/scripted-browser.ts";
import type { Party } from "./party.ts";

export const sampleClient: Party = {
  name: "The sample client and the resource server, at an issuer with a path",
  packages: [],
  isInstalled: async () => true,

  async run({ world, demo }) {
    const browser = scriptedBrowser(world);
    const away = await browser.once(`${world.client}/login`);
    assert.ok(String(away.headers.location).startsWith(`${world.issuer}/authorization?`), away.headers.location);
    const callback = await authorize(browser, String(away.headers.location), demo);
    assert.equal((await browser.once(callback.href)).status, 303);

    // What only /userinfo tells: it verified the token with keys that it found by discovery.
    const home = await browser.once(world.client);
    assert.ok(home.body.includes("alice@example.com"), home.body);
  },
};
