/** A web application on Node.js: the program on its page in docs/clients, which a person visits. */
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../../relying-parties/party.ts";
import { type ScriptedBrowser, scriptedBrowser } from "../../support/browser/scripted-browser.ts";
import type { World } from "../../support/worlds/world.ts";
import type { FieldParty, FieldSurroundings } from "../field-party.ts";
import { pageOf } from "../page.ts";
import { whileRunning } from "../program.ts";
import { npmInstall, npmUnavailable } from "./npm.ts";

const PROGRAM = "server.mjs";
const SECRET_BYTES = 32;

export interface Visited extends FieldSurroundings {
  readonly browser: ScriptedBrowser;
  /** Where the application is. */
  readonly origin: string;
}

interface ServerParty {
  /** The name of its page, too. */
  readonly name: string;
  readonly settings: string;
  /** Variables in addition to those of every page. */
  variables?(world: World): Promise<Readonly<Record<string, string>>>;
  /** What the person does. */
  visit(visited: Visited): Promise<void>;
}

export function serverParty({ name, settings, variables, visit }: ServerParty): FieldParty {
  const page = pageOf(name);
  return {
    name,
    version: page.packages.join(" "),
    settings,
    unavailable: npmUnavailable,
    install: (folder) => npmInstall(folder, page.packages),

    async run(surroundings) {
      const { world, operator, folder } = surroundings;
      const port = await freePort();
      const origin = `http://localhost:${port}`;
      const client = await operator.addClient(...page.clientOptions(origin));
      await writeFile(join(folder, PROGRAM), page.programs.get(PROGRAM) ?? "");
      const environment = {
        ISSUER: world.issuer,
        CLIENT_ID: client.clientId,
        CLIENT_SECRET: client.clientSecret ?? "",
        APP_URL: origin,
        APP_SECRET: randomBytes(SECRET_BYTES).toString("hex"),
        PORT: String(port),
        ...(await variables?.(world)),
      };
      const command = [process.execPath, PROGRAM] as const;
      await whileRunning({ command, folder, environment, port }, () =>
        visit({ ...surroundings, browser: scriptedBrowser(world), origin }),
      );
    },
  };
}
