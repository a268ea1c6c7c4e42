/** go-oidc with x/oauth2, as its README shows: the library below Kubernetes, kubelogin, Vault, Dex and Grafana. */
import assert from "node:assert/strict";
import { freePort } from "../../relying-parties/party.ts";
import { scriptedBrowser } from "../../support/browser/scripted-browser.ts";
import { DEMO } from "../demo.ts";
import type { FieldParty } from "../field-party.ts";
import { addToGroup, facts } from "../install.ts";
import { pageOf } from "../page.ts";
import { whileRunning } from "../program.ts";
import { visit } from "../walk.ts";
import { buildGo, installGo, modulesOf, noGo } from "./go.ts";

const page = pageOf("go-oidc");

export const goOidc: FieldParty = {
  name: "go-oidc",
  version: modulesOf(page).join(" "),
  settings: "scopes",
  unavailable: noGo,
  install: (folder) => installGo(folder, "go-oidc", page),

  async run({ world, operator, demo, folder }) {
    await buildGo(folder, page);
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
