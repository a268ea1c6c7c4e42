/** The device flow of openid-client. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { signsInByDevice } from "../device-program.ts";
import type { FieldParty } from "../field-party.ts";
import { pageOf } from "../page.ts";
import { npmInstall, npmUnavailable } from "./npm.ts";

const PROGRAM = "device.mjs";
const page = pageOf("node-device");

export const nodeDevice: FieldParty = {
  name: "node-device",
  version: page.packages.join(" "),
  settings: "scopes",
  unavailable: npmUnavailable,
  install: (folder) => npmInstall(folder, page.packages),

  async run(surroundings) {
    const { world, operator, folder } = surroundings;
    await writeFile(join(folder, PROGRAM), page.programs.get(PROGRAM) ?? "");
    const { clientId } = await operator.addClient(...page.clientOptions(""));
    const environment = { ISSUER: world.issuer, CLIENT_ID: clientId };
    await signsInByDevice({ command: [process.execPath, PROGRAM], environment }, surroundings);
  },
};
