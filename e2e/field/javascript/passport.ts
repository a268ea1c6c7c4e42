/** Passport's strategy for OpenID Connect. It sends no code challenge, and its secret in the body. */
import assert from "node:assert/strict";
import { json } from "../../support/http.ts";
import { DEMO } from "../demo.ts";
import { visit } from "../walk.ts";
import { serverParty } from "./server-party.ts";

export const passport = serverParty({
  name: "passport-openidconnect",
  settings: "scopes, and the endpoints, as it reads no discovery document",

  async visit({ browser, origin, demo }) {
    const home = await visit(browser, `${origin}/login`, demo);
    const person = { displayName: DEMO.name, emails: [{ value: DEMO.email }] };
    assert.partialDeepStrictEqual(json(home), person);

    assert.deepEqual(json(await visit(browser, `${origin}/logout`, demo)), {});
  },
});
