/** Better Auth with its plugin genericOAuth. Its client in a page sends JSON. */
import assert from "node:assert/strict";
import { json } from "../../support/http.ts";
import { DEMO } from "../demo.ts";
import { visit } from "../walk.ts";
import { serverParty } from "./server-party.ts";

export const betterAuth = serverParty({
  name: "better-auth",
  settings: "scopes",

  async visit({ browser, origin, demo }) {
    const call = async (path: string, body: unknown) => {
      const answer = await browser.once(`${origin}/api/auth/${path}`, { json: body, headers: { origin } });
      assert.equal(answer.status, 200, answer.body);
      return json(answer);
    };
    const { url } = await call("sign-in/social", { provider: "countersign", callbackURL: "/" });
    const home = await visit(browser, String(url), demo);
    const user = { ...DEMO, emailVerified: true };
    assert.partialDeepStrictEqual(json(home), { user });

    await call("sign-out", {});
    assert.deepEqual(json(await visit(browser, origin, demo)), {});
  },
});
