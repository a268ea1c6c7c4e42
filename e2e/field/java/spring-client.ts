/** The client of Spring Boot 3.5 and of 4: the same properties. */
import assert from "node:assert/strict";
import { freePort } from "../../relying-parties/party.ts";
import { type ScriptedBrowser, scriptedBrowser } from "../../support/scripted-browser.ts";
import { DEMO } from "../demo.ts";
import type { FieldParty, FieldSurroundings } from "../field-party.ts";
import { addToGroup, facts } from "../install.ts";
import { pageOf } from "../page.ts";
import { visit } from "../walk.ts";
import { buildSpring, noJava, whileSpringRuns } from "./spring.ts";

const page = pageOf("spring-boot");

export const springBoot3 = client("spring-boot-3", "3.5.16");
export const springBoot4 = client("spring-boot-4", "4.1.2");

function client(name: string, version: string): FieldParty {
  return {
    name,
    version,
    settings: "scopes",
    unavailable: noJava,
    install: (folder) => buildSpring(folder, version),
    run: (surroundings) => signsIn(`field-${name}`, surroundings),
  };
}

async function signsIn(group: string, { world, operator, demo, folder }: FieldSurroundings): Promise<void> {
  const port = await freePort();
  const home = `http://localhost:${port}`;
  await addToGroup(world, group, demo);
  const { clientId, clientSecret = "" } = await operator.addClient(...page.clientOptions(home));
  const values = {
    "https://id.example.com": world.issuer,
    "<client_id>": clientId,
    "<client_secret>": clientSecret,
  };
  await whileSpringRuns({ folder, port, page, values }, async () => {
    const browser = scriptedBrowser(world);
    const end = await visit(browser, `${home}/`, demo);
    const { email, name, groups } = facts(end);
    assert.deepEqual({ email, name }, DEMO, end.body);
    assert.ok(groups?.split(",").includes(group), `groups: ${groups}`);
    await signsOut(browser, home);
  });
}

/** Its own page asks. It signs out of the application only. */
async function signsOut(browser: ScriptedBrowser, home: string): Promise<void> {
  const question = await browser.once(`${home}/logout`);
  const token = /name="_csrf"[^>]* value="([^"]+)"/.exec(question.body)?.[1] ?? "";
  const out = await browser.once(`${home}/logout`, { form: [["_csrf", token]] });
  assert.equal(out.status, 302, out.body);
  assert.equal((await browser.once(`${home}/`)).status, 302, "signed out, the page is closed");
}
