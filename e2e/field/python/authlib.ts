/** Authlib, in Flask and in FastAPI. Their programs have the same pages. */
import assert from "node:assert/strict";
import { DEMO } from "../demo.ts";
import { facts } from "../install.ts";
import { visit } from "../walk.ts";
import { pythonParty, type Visited } from "./python-party.ts";

const SHARED = {
  settings: "scopes",
  file: "app.py",

  async visit({ browser, home, group, demo }: Visited) {
    const end = await visit(browser, `${home}/login`, demo);
    const { email, name, groups } = facts(end);
    assert.deepEqual({ email, name }, DEMO, end.body);
    assert.ok(groups?.split(",").includes(group), `groups: ${groups}`);

    assert.equal(facts(await visit(browser, `${home}/logout`, demo)).email, "");
  },
};

export const flaskAuthlib = pythonParty({
  ...SHARED,
  name: "flask-authlib",
  serve: (port) => ["-m", "flask", "--app", "app", "run", "--port", String(port)],
});

export const fastapi = pythonParty({
  ...SHARED,
  name: "fastapi",
  serve: (port) => ["-m", "uvicorn", "app:app", "--host", "localhost", "--port", String(port)],
});
