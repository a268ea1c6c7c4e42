/** The types of authorization details of the ecosystem: those of the sample API, for its URL in this start. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writePrivately } from "./secrets.ts";
import type { Settings } from "./settings.ts";

/** The folder that the authorization server reads. */
export const detailsFolder = ({ dataDir }: Pick<Settings, "dataDir">) => join(dataDir, "authorization-details");

/** Writes each type of the folder in this package, for the sample API at its URL. */
export function writeDetails({ root, dataDir, urls }: Pick<Settings, "root" | "dataDir" | "urls">): void {
  const source = join(root, "packages", "dev", "authorization-details");
  for (const name of readdirSync(source).filter((file) => file.endsWith(".json"))) {
    const type = JSON.parse(readFileSync(join(source, name), "utf8")) as object;
    writePrivately(join(detailsFolder({ dataDir }), name), { ...type, resources: [urls.api] });
  }
}
