/** Flask with Authlib. */
import assert from "node:assert/strict";
import { DEMO } from "../demo.ts";
import { facts } from "../install.ts";
import { visit } from "../walk.ts";
import { pythonParty } from "./python-party.ts";

export const flaskAuthlib = pythonParty({
  name: "flask-authlib",
  settings: "scopes",
  file: "app.py",
  serve: (port) => ["-m", "flask", "--app", "app", "run", "--port", String(port)],

  async visit({ browser, home, group, demo }) {
    const end = await visit(browser, `${home}/login`, demo);
    const { email, name, groups } = facts(end);
    assert.deepEqual({ email, name }, DEMO, end.body);
    assert.ok(groups?.split(",").includes(group), `groups: ${groups}`);

    assert.equal(facts(await visit(browser, `${home}/logout`, demo)).email, "");
  },
});
