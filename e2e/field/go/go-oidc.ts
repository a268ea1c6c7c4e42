/** go-oidc with x/oauth2, as its README shows: the library below Kubernetes, kubelogin, Vault, Dex and Grafana. */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../../relying-parties/party.ts";
import { scriptedBrowser } from "../../support/scripted-browser.ts";
import { DEMO } from "../demo.ts";
import type { FieldParty } from "../field-party.ts";
import { addToGroup, facts, missing, run } from "../install.ts";
import { pageOf } from "../page.ts";
import { whileRunning } from "../program.ts";
import { visit } from "../walk.ts";

const PROGRAM = "main.go";

const page = pageOf("go-oidc");
const modules = page.argumentsOf("go get ");

export const goOidc: FieldParty = {
  name: "go-oidc",
  version: modules.join(" "),
  settings: "scopes",
  unavailable: async () => missing("go", ["version"]),

  async install(folder) {
    await run(folder, ["go", "mod", "init", "field/go-oidc"]);
    await run(folder, ["go", "get", ...modules]);
    await build(folder);
  },

  async run({ world, operator, demo, folder }) {
    await build(folder); // the page may have changed
    const port = await freePort();
    const home = `http://localhost:${port}`;
    await addToGroup(world, "field-go-oidc", demo);
    const { clientId, clientSecret = "" } = await operator.addClient(...page.clientOptions(home));
    const environment = {
      ...{ ISSUER: world.issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret },
      ...{ APP_URL: home, PORT: String(port) },
    };
    await whileRunning({ command: ["./program"], folder, environment, port }, async () => {
      const end = await visit(scriptedBrowser(world), `${home}/login`, demo);
      assert.equal(end.status, 200, end.body);
      const { email, name, groups, refreshed } = facts(end);
      assert.deepEqual({ email, name }, DEMO);
      assert.ok(groups?.split(",").includes("field-go-oidc"), `groups: ${groups}`);
      assert.equal(refreshed, "true", "a refresh gives another access token, and an ID token that is valid");
    });
  },
};

async function build(folder: string): Promise<void> {
  await writeFile(join(folder, PROGRAM), page.programs.get(PROGRAM) ?? "");
  await run(folder, ["go", "mod", "tidy"]);
  await run(folder, ["go", "build", "-o", "program", "."]);
}
