/** django-allauth with its provider openid_connect. */
import assert from "node:assert/strict";
import type { ScriptedBrowser } from "../../support/browser/scripted-browser.ts";
import { DEMO } from "../demo.ts";
import { facts } from "../install.ts";
import { visit } from "../walk.ts";
import { djangoServer } from "./django.ts";
import { pythonParty } from "./python-party.ts";

export const djangoAllauth = pythonParty({
  name: "django-allauth",
  settings: "",
  file: "settings.py",
  serve: djangoServer("accounts/", "allauth.urls"),

  async visit({ browser, home, demo }) {
    const away = await confirmed(browser, `${home}/accounts/oidc/countersign/login/`);
    const end = await visit(browser, away, demo);
    assert.equal(end.url, `${home}/`, end.body);
    const { email, name } = facts(end);
    assert.deepEqual({ email, name }, { email: DEMO.email, name: "Alice Carter" });

    assert.equal(await confirmed(browser, `${home}/accounts/logout/`), `${home}/`);
    assert.equal(facts(await browser.once(`${home}/`)).email, "");
  },
});

/** Its pages ask before they do something. Returns where the answer leads. */
async function confirmed(browser: ScriptedBrowser, url: string): Promise<string> {
  const page = await browser.once(url);
  const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
  const answer = await browser.once(url, { form: [["csrfmiddlewaretoken", token]] });
  assert.equal(answer.status, 302, answer.body);
  return new URL(String(answer.headers.location), url).href;
}
