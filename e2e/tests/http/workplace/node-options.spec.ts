import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { preloading } from "../../../support/worlds/node-options.ts";

const LOADED = join(import.meta.dirname, "..", "..", "..", "support", "worlds", "resolve-test-names.ts");
const LOOK_UP = `import dns from "node:dns"; dns.lookup("app.test", (_, address) => console.log(address));`;

for (const name of ["a space", "two  'quotes'", 'a "double" one', "a #hash", "100%20", "umlaut ü"]) {
  test(`the tests run from a folder whose name has ${name}`, () => {
    const folder = test.info().outputPath(name);
    mkdirSync(folder, { recursive: true });
    const copy = join(folder, "resolve-test-names.ts");
    cpSync(LOADED, copy);

    const env = { ...process.env, NODE_OPTIONS: preloading(copy) };
    const found = execFileSync(process.execPath, ["--input-type=module", "-e", LOOK_UP], { env, encoding: "utf8" });
    expect(found.trim()).toBe("127.0.0.1");
  });
}
