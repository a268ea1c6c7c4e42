/** Auth.js, with a provider of type oidc. */
import assert from "node:assert/strict";
import { json } from "../../support/http.ts";
import { DEMO } from "../demo.ts";
import { visit, walk } from "../walk.ts";
import { serverParty } from "./server-party.ts";

const PICTURE = "https://people.example.com/alice/portrait.jpg";

export const authJs = serverParty({
  name: "auth-js",
  settings: "",

  async visit({ browser, origin, demo }) {
    const csrfToken = async () => String(json(await browser.once(`${origin}/auth/csrf`)).csrfToken);
    const signIn = `${origin}/auth/signin/countersign`;
    const sent = await browser.once(signIn, {
      form: [
        ["csrfToken", await csrfToken()],
        ["callbackUrl", origin],
      ],
    });
    const home = await walk(browser, signIn, sent, demo);
    assert.partialDeepStrictEqual(json(home), { user: { ...DEMO, image: PICTURE } });

    await browser.once(`${origin}/auth/signout`, { form: [["csrfToken", await csrfToken()]] });
    assert.deepEqual(json(await visit(browser, origin, demo)), {});
  },
});
