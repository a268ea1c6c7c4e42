/** A web application in Python: what its page in docs/clients shows, in a virtual environment. */
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../../relying-parties/party.ts";
import { type ScriptedBrowser, scriptedBrowser } from "../../support/browser/scripted-browser.ts";
import type { FieldParty, FieldSurroundings } from "../field-party.ts";
import { addToGroup } from "../install.ts";
import { pageOf } from "../page.ts";
import { whileRunning } from "../program.ts";
import { installPython, noPython, PYTHON, packagesOf } from "./python.ts";

export interface Visited extends FieldSurroundings {
  readonly browser: ScriptedBrowser;
  /** Where the application is. */
  readonly home: string;
  /** A group that the person is in. */
  readonly group: string;
}

interface PythonParty {
  /** The name of its page, and of the list of versions beside this file. */
  readonly name: string;
  readonly settings: string;
  /** The file on the page. */
  readonly file: string;
  /** The arguments of Python that serve the application. */
  serve(port: number): readonly string[];
  /** What the person does. */
  visit(visited: Visited): Promise<void>;
}

export function pythonParty({ name, settings, file, serve, visit }: PythonParty): FieldParty {
  const page = pageOf(name);
  return {
    name,
    version: packagesOf(page).join(" "),
    settings,
    unavailable: noPython,
    install: (folder) => installPython(folder, name, page),

    async run(surroundings) {
      const { world, operator, demo, folder } = surroundings;
      const port = await freePort();
      const home = `http://localhost:${port}`;
      const group = `field-${name}`;
      await addToGroup(world, group, demo);
      const { clientId, clientSecret = "" } = await operator.addClient(...page.clientOptions(home));
      await writeFile(join(folder, file), page.programs.get(file) ?? "");
      const environment = {
        ...{ ISSUER: world.issuer, USERINFO_ENDPOINT: `${world.resource}/userinfo` },
        ...{ CLIENT_ID: clientId, CLIENT_SECRET: clientSecret },
        APP_SECRET: randomBytes(32).toString("hex"),
      };
      const command = [PYTHON, "-B", ...serve(port)] as const;
      await whileRunning({ command, folder, environment, port }, () =>
        visit({ ...surroundings, browser: scriptedBrowser(world), home, group }),
      );
    },
  };
}
