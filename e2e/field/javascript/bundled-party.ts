/** An application in a browser that a bundler makes of the files on its page in docs/clients. */
import { readFile, writeFile } from "node:fs/promises";
import { join, normalize } from "node:path";
import { freePort } from "../../relying-parties/party.ts";
import type { FieldParty } from "../field-party.ts";
import { noBrowser } from "../in-browser.ts";
import { run } from "../install.ts";
import { pageOf } from "../page.ts";
import { npmInstall, npmUnavailable } from "./npm.ts";
import { CLIENT_ON_PAGE, ISSUER_ON_PAGE, originAt, type Visited, visited } from "./page-party.ts";

interface BundledParty extends Pick<Visited, "renew"> {
  /** The name of its page, too. */
  readonly name: string;
  readonly settings: string;
}

export function bundledParty({ name, settings, renew }: BundledParty): FieldParty {
  const document = pageOf(name);
  return {
    name,
    version: document.packages.join(" "),
    settings,
    unavailable: async () => noBrowser() ?? (await npmUnavailable()),
    install: (folder) => npmInstall(folder, document.packages),

    async run(surroundings) {
      const { world, operator, folder } = surroundings;
      const port = await freePort();
      const { clientId } = await operator.addClient(...document.clientOptions(originAt(port)));
      for (const [file, text] of document.programs) {
        const filledIn = text.replace(ISSUER_ON_PAGE, world.issuer).replace(CLIENT_ON_PAGE, clientId);
        await writeFile(join(folder, file), filledIn);
      }
      await run(folder, [process.execPath, "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"]);
      const built = (path: string) => readFile(join(folder, "dist", path === "/" ? "index.html" : normalize(path)));
      await visited({ ...surroundings, port, renew }, built);
    },
  };
}
