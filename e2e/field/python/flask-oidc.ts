/** flask-oidc. */
import assert from "node:assert/strict";
import { DEMO } from "../demo.ts";
import { facts } from "../install.ts";
import { visit } from "../walk.ts";
import { pythonParty } from "./python-party.ts";

export const flaskOidc = pythonParty({
  name: "flask-oidc",
  settings: "scopes",
  file: "app.py",
  serve: (port) => ["-m", "flask", "--app", "app", "run", "--port", String(port)],

  async visit({ browser, home, group, demo }) {
    const end = await visit(browser, `${home}/mine`, demo);
    const { email, name, groups } = facts(end);
    assert.deepEqual({ email, name }, DEMO, end.body);
    assert.ok(groups?.split(",").includes(group), `groups: ${groups}`);

    await visit(browser, `${home}/logout`, demo);
    assert.equal((await browser.once(`${home}/mine`)).status, 302, "signed out, the page is closed");
  },
});
