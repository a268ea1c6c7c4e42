/**
 * Tries libraries and products of others as relying parties of one ecosystem, each with its defaults: all of them, or
 * those that are named as arguments. Exits with 0 if each of them passed, with 1 if one failed, and with 3 if none
 * failed but one cannot be installed here, because that is not a pass. The table is in test-results/field.json, too.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT, startEcosystem } from "../support/worlds/ecosystem.ts";
import { operatorOf } from "../support/worlds/operator.ts";
import { freePorts } from "../support/worlds/ports.ts";
import type { World } from "../support/worlds/world.ts";
import type { FieldParty } from "./field-party.ts";
import { parties } from "./parties.ts";
import { tableOf } from "./table.ts";

type Result = "passed" | "FAILED" | `not available: ${string}`;

/** Not below node_modules: bundlers take what is there for packages, whose source they leave as it is. */
const CACHE = join(ROOT, ".data", "field");

const names = process.argv.slice(2);
const unknown = names.filter((name) => !parties.some((party) => party.name === name));
if (unknown.length > 0) {
  console.error(`${unknown.join(" ")} is not known here. Known are: ${parties.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}

const chosen = names.length === 0 ? parties : parties.filter(({ name }) => names.includes(name));
const results = await withEcosystem(async (world) => {
  const done: { readonly party: FieldParty; readonly result: Result }[] = [];
  for (const party of chosen) {
    const result = await resultOf(party, world);
    console.log(`${party.name}: ${result}`);
    done.push({ party, result });
  }
  return done;
});

const rows = results.map(({ party, result }) => [party.name, party.version, party.settings || "nothing", result]);
const report = join(import.meta.dirname, "..", "test-results");
await mkdir(report, { recursive: true });
const all = results.map(({ result }) => result);
const [passed, failed] = ["passed", "FAILED"].map((result) => all.filter((one) => one === result).length);
const skipped = all.length - (passed ?? 0) - (failed ?? 0);
await writeFile(join(report, "field.json"), JSON.stringify({ passed, failed, skipped, rows }));
console.log(
  `\n${tableOf(["product", "version", "set in addition to issuer, client and redirect URI", "result"], rows)}`,
);
process.exitCode = failed === 0 ? (skipped === 0 ? 0 : 3) : 1;

async function resultOf(party: FieldParty, world: World): Promise<Result> {
  const why = await party.unavailable();
  if (why !== undefined) return `not available: ${why}`;
  const [demo] = world.accounts;
  if (demo === undefined) throw new Error("the demo account is missing");
  try {
    const folder = await installed(party);
    await party.run({ world, operator: operatorOf(world), demo, folder });
    return "passed";
  } catch (error) {
    console.error(error);
    return "FAILED";
  }
}

/** The folder of a party. It is installed again if the last installation was of another version, or did not end. */
async function installed(party: FieldParty): Promise<string> {
  const folder = join(CACHE, party.name);
  const stamp = join(folder, ".installed-version");
  if (existsSync(stamp) && (await readFile(stamp, "utf8")) === party.version) return folder;
  console.log(`${party.name}: installing ${party.version}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await party.install(folder);
  await writeFile(stamp, party.version);
  return folder;
}

async function withEcosystem<T>(act: (world: World) => Promise<T>): Promise<T> {
  // Products that the issuer calls, such as a provider, run on this machine.
  const ecosystem = await startEcosystem(await freePorts(), { OUTBOUND_ALLOWED_HOSTS: "localhost" });
  try {
    return await act({ ...ecosystem, name: "http", otherSites: "", authority: "", readyAt: Date.now() });
  } finally {
    await ecosystem.stop();
  }
}
