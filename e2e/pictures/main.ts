/**
 * `npm run pictures -- --all`: every page of a deployment, at two widths, light and dark. It starts one, or looks at
 * the one that `--running <data folder>` names. `--only console/clients` takes a part, `--unchecked` only looks, and
 * `--language de` takes the console and the samples in that language. `--readme` takes those of the documents only.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { type Ecosystem, type Facts, startEcosystem } from "../support/worlds/ecosystem.ts";
import { freePorts } from "../support/worlds/ports.ts";
import type { World } from "../support/worlds/world.ts";
import { openAlbum } from "./album.ts";
import { takeCatcher, takeWay } from "./clients.ts";
import { takeConsole } from "./console.ts";
import { writeContactSheet } from "./contact-sheet.ts";
import { fill } from "./fill.ts";
import { takeAccounts, takePreview, takeSamples } from "./issuer.ts";
import { takeReadme } from "./readme.ts";
import { takeRefused } from "./refused.ts";

const RESULTS = join(import.meta.dirname, "..", "test-results");

const { values } = parseArgs({
  options: {
    all: { type: "boolean" },
    only: { type: "string" },
    unchecked: { type: "boolean" },
    running: { type: "string" },
    browser: { type: "string" },
    language: { type: "string" },
    readme: { type: "boolean" },
  },
});
// Commands of the operator do not keep this process alive.
const alive = setInterval(() => {}, 60_000);
const { language } = values;
const folder = join(RESULTS, language === undefined ? "pictures" : `pictures-${language}`);
const album = openAlbum(folder, { ...(values.only && { only: values.only }), isChecked: values.unchecked !== true });
const started: Ecosystem | undefined =
  values.running === undefined ? await startEcosystem(await freePorts()) : undefined;
const world = worldOf(started ?? factsIn(values.running ?? ""));
const executablePath = values.browser ?? process.env.CHROMIUM_PATH;
const browser = await chromium.launch({
  args: ["--disable-gpu", "--no-sandbox"],
  ...(executablePath !== undefined && { executablePath }),
});

const takeDocuments = async () => {
  if (started !== undefined) await fill(world);
  await takeReadme(browser, world);
};

const TOURS: Readonly<Record<string, () => Promise<unknown>>> = {
  // Its pages run no script, not even that of axe.
  preview: async () => takePreview(await browser.newPage({ bypassCSP: true }), album),
  samples: async () => takeSamples(await browser.newPage(), album, { world, language }),
  way: () => takeWay(browser, album, world),
  refused: () => takeRefused(browser, album, world),
  catcher: () => takeCatcher(browser, album, world),
  "console-empty": () => takeConsole(browser, album, { world, language, shelf: "console-empty" }),
  console: async () => {
    if (started !== undefined) await fill(world);
    await takeConsole(browser, album, { world, language, shelf: "console" });
  },
  account: () => takeAccounts(browser, album, world),
};
/** The others find what they press by its English words. */
const IN_ANY_LANGUAGE = ["samples", "console-empty", "console"];
try {
  if (values.readme === true) await takeDocuments();
  for (const [shelf, tour] of values.readme === true ? [] : Object.entries(TOURS)) {
    if (!album.wants(shelf) || (language !== undefined && !IN_ANY_LANGUAGE.includes(shelf))) continue;
    const before = performance.now();
    await tour().catch((err: unknown) => album.note(`${shelf}: ${err instanceof Error ? err.message : String(err)}`));
    process.stdout.write(`${shelf}: ${Math.round((performance.now() - before) / 1000)} s\n`);
  }
} finally {
  await browser.close();
  await started?.stop();
  clearInterval(alive);
}
if (values.readme === true) process.exit(0);
const index = writeContactSheet(album);
for (const problem of album.problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${album.shelves.flatMap(({ pages }) => pages).length} pages: ${index}\n`);
process.exit(album.problems.length === 0 ? 0 : 1);

/** What the ecosystem of this data folder wrote when it started. */
function factsIn(dataDir: string): Facts & { readonly dataDir: string } {
  return { ...(JSON.parse(readFileSync(join(dataDir, "ecosystem.json"), "utf8")) as Facts), dataDir };
}

function worldOf(facts: Facts & { readonly dataDir: string }): World {
  return { ...facts, name: "http", otherSites: "", authority: "", logCommand: ["true"], readyAt: Date.now() };
}
