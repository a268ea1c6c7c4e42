/** mozilla-django-oidc: sign-in, the silent request that keeps a session, sign-out. */
import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { DEMO } from "../demo.ts";
import { facts } from "../install.ts";
import { visit } from "../walk.ts";
import { djangoServer } from "./django.ts";
import { pythonParty } from "./python-party.ts";

/** The test's project asks the issuer again after two seconds. */
const RENEWS_AFTER_MS = 3000;

export const mozillaDjangoOidc = pythonParty({
  name: "mozilla-django-oidc",
  settings: "addresses of the endpoints, OIDC_RP_SIGN_ALGO",
  file: "settings.py",
  serve: djangoServer("oidc/", "mozilla_django_oidc.urls"),

  async visit({ world, browser, home, demo }) {
    const end = await visit(browser, `${home}/oidc/authenticate/`, demo);
    assert.equal(end.url, `${home}/`, end.body);
    assert.equal(facts(end).email, DEMO.email, end.body);

    await wait(RENEWS_AFTER_MS);
    const silent = String((await browser.once(`${home}/`)).headers.location);
    assert.ok(silent.startsWith(`${world.issuer}/authorization?`), silent);
    assert.equal(new URL(silent).searchParams.get("prompt"), "none");
    const renewed = await visit(browser, silent, demo);
    assert.equal(facts(renewed).email, DEMO.email);

    const { csrf = "" } = facts(renewed);
    const out = await browser.once(`${home}/oidc/logout/`, { form: [["csrfmiddlewaretoken", csrf]] });
    assert.equal(out.status, 302, out.body);
    assert.equal(facts(await browser.once(`${home}/`)).email, "");
  },
});
