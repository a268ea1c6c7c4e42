/** Auth0's express-openid-connect. It refreshes, and signs people out at the issuer. */
import assert from "node:assert/strict";
import { isLoginPage } from "../../support/browser/scripted-browser.ts";
import { json } from "../../support/http.ts";
import { DEMO } from "../demo.ts";
import { visit } from "../walk.ts";
import { serverParty } from "./server-party.ts";

export const expressOpenidConnect = serverParty({
  name: "express-openid-connect",
  settings: "response_type code, the scope, idpLogout",

  async visit({ browser, world, origin, demo }) {
    const home = await visit(browser, `${origin}/login`, demo);
    assert.partialDeepStrictEqual(json(home), DEMO);
    assert.deepEqual(json(await visit(browser, `${origin}/refresh`, demo)), { refreshed: true });

    assert.deepEqual(json(await visit(browser, `${origin}/logout`, demo)), {});
    // The session at the issuer has ended, too.
    const { location = "" } = (await browser.once(`${origin}/login`)).headers;
    assert.ok(location.startsWith(`${world.issuer}/authorization?`), location);
    assert.ok(isLoginPage(await browser.open(location)));
  },
});
