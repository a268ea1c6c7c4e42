/** An API in Go, which verifies access tokens with go-oidc. */
import { freePort } from "../../relying-parties/party.ts";
import { answersOnlyTokensWithItsScope, registerApi } from "../api.ts";
import type { FieldParty } from "../field-party.ts";
import { pageOf } from "../page.ts";
import { whileRunning } from "../program.ts";
import { buildGo, installGo, modulesOf, noGo } from "./go.ts";

const NAME = "go-resource-server";
const page = pageOf("go-resource-server");

export const goResourceServer: FieldParty = {
  name: NAME,
  version: modulesOf(page).join(" "),
  settings: "the identifier of the API",
  unavailable: noGo,
  install: (folder) => installGo(folder, NAME, page),

  async run(surroundings) {
    const { world, folder } = surroundings;
    await buildGo(folder, page);
    const port = await freePort();
    const api = await registerApi(NAME, page, surroundings);
    const environment = { ISSUER: world.issuer, RESOURCE: api.resource, PORT: String(port) };
    await whileRunning({ command: ["./program"], folder, environment, port }, () =>
      answersOnlyTokensWithItsScope(api, port),
    );
  },
};
