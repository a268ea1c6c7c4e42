/** The client of Spring Boot 3.5 and of 4: the same properties. */
import assert from "node:assert/strict";
import { freePort } from "../../relying-parties/party.ts";
import { isLoginPage, type ScriptedBrowser, scriptedBrowser } from "../../support/browser/scripted-browser.ts";
import type { World } from "../../support/worlds/world.ts";
import { DEMO } from "../demo.ts";
import type { FieldParty, FieldSurroundings } from "../field-party.ts";
import { addToGroup, facts } from "../install.ts";
import { pageOf } from "../page.ts";
import { visit } from "../walk.ts";
import { buildSpring, noJava, VERSIONS, whileSpringRuns } from "./spring.ts";

const page = pageOf("spring-boot");

export const springBoot3 = client("spring-boot-3", VERSIONS[3]);
export const springBoot4 = client("spring-boot-4", VERSIONS[4]);

function client(name: string, version: string): FieldParty {
  return {
    name,
    version: `Spring Boot ${version}`,
    settings: "scopes; for the sign-out here, a class",
    unavailable: noJava,
    install: (folder) => buildSpring(folder, version, "spring-boot-starter-oauth2-client", page),
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
    await signsOut(world, browser, home);
  });
}

/** Its own page asks. It signs out of the application and of the issuer, and returns to where a sign-in is needed. */
async function signsOut(world: World, browser: ScriptedBrowser, home: string): Promise<void> {
  const question = await browser.once(`${home}/logout`);
  const token = /name="_csrf"[^>]* value="([^"]+)"/.exec(question.body)?.[1] ?? "";
  const away = await browser.once(`${home}/logout`, { form: [["_csrf", token]] });
  const location = String(away.headers.location);
  assert.ok(location.startsWith(`${world.issuer}/end_session?id_token_hint=`), away.body);
  assert.equal((await browser.open(location)).url, `${home}/`);
  const start = await browser.once(`${home}/oauth2/authorization/countersign`);
  assert.ok(isLoginPage(await browser.open(String(start.headers.location))), "signed out at the issuer");
}
