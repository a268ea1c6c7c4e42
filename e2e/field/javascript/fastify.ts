/** Fastify with openid-client. */
import assert from "node:assert/strict";
import { isLoginPage } from "../../support/browser/scripted-browser.ts";
import { json } from "../../support/http.ts";
import { DEMO } from "../demo.ts";
import { visit } from "../walk.ts";
import { serverParty } from "./server-party.ts";

export const fastify = serverParty({
  name: "fastify",
  settings: "scope",

  async visit({ browser, origin, demo }) {
    assert.partialDeepStrictEqual(json(await visit(browser, `${origin}/login`, demo)), DEMO);

    assert.deepEqual(json(await visit(browser, `${origin}/logout`, demo)), {});
    // The session at the issuer has ended, too.
    const { location = "" } = (await browser.once(`${origin}/login`)).headers;
    assert.ok(isLoginPage(await browser.open(location)), location);
  },
});
