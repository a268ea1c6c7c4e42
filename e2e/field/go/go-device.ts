/** The device flow of golang.org/x/oauth2, as its documentation shows it. */
import { signsInByDevice } from "../device-program.ts";
import type { FieldParty } from "../field-party.ts";
import { pageOf } from "../page.ts";
import { buildGo, installGo, modulesOf, noGo } from "./go.ts";

const NAME = "go-device";
const page = pageOf("go-device");

export const goDevice: FieldParty = {
  name: NAME,
  version: modulesOf(page).join(" "),
  settings: "scopes",
  unavailable: noGo,
  install: (folder) => installGo(folder, NAME, page),

  async run(surroundings) {
    const { world, operator, folder } = surroundings;
    await buildGo(folder, page);
    const { clientId } = await operator.addClient(...page.clientOptions(""));
    const environment = { ISSUER: world.issuer, CLIENT_ID: clientId };
    await signsInByDevice({ command: ["./program"], environment }, surroundings);
  },
};
