/** How the services are started: with the options of V8 that the images have. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const DOCKERFILE = join(import.meta.dirname, "..", "..", "..", "..", "Dockerfile");

/** Those of the command of an image, which is the last line of the file. */
export function optionsOfImages(dockerfile = readFileSync(DOCKERFILE, "utf8")): readonly string[] {
  const [, list = "[]"] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  const options = (JSON.parse(list) as readonly string[]).filter((one) => one.startsWith("--"));
  if (options.length === 0) throw new Error("the Dockerfile says no options of V8");
  return options;
}
