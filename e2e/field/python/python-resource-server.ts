/** An API in Python, which verifies access tokens with PyJWT. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../../relying-parties/party.ts";
import { answersOnlyTokensWithItsScope, registerApi } from "../api.ts";
import type { FieldParty } from "../field-party.ts";
import { pageOf } from "../page.ts";
import { whileRunning } from "../program.ts";
import { installPython, noPython, PYTHON, packagesOf } from "./python.ts";

const NAME = "python-resource-server";
const FILE = "app.py";
const page = pageOf("python-resource-server");

export const pythonResourceServer: FieldParty = {
  name: NAME,
  version: packagesOf(page).join(" "),
  settings: "the identifier of the API, the algorithm of its tokens",
  unavailable: noPython,
  install: (folder) => installPython(folder, NAME, page),

  async run(surroundings) {
    const { world, folder } = surroundings;
    const port = await freePort();
    const api = await registerApi(NAME, page, surroundings);
    await writeFile(join(folder, FILE), page.programs.get(FILE) ?? "");
    const environment = { ISSUER: world.issuer, RESOURCE: api.resource };
    const command = [PYTHON, "-B", "-m", "flask", "--app", "app", "run", "--port", String(port)] as const;
    await whileRunning({ command, folder, environment, port }, () => answersOnlyTokensWithItsScope(api, port));
  },
};
