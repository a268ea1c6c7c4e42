// `npm test`: types, lint, boundaries, unit and store tests, browser tests, relying parties, faults, and the number
// of tests. `npm test -- --unit` leaves out the browser tests, `npm test -- --changed` what a change cannot reach, and
// `npm test -- --checks` every test.
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { bootstrap, packageFolders, pinnedNode, root, toolEnvironment } from "./bootstrap.mjs";
import { compileCache } from "./compile-cache.mjs";
import { testChanged } from "./test-changed.mjs";
import { findBrowser, installCollector, installRelyingParties, missingTools } from "./test-tools.mjs";
import { inWords, sum } from "./test-totals.mjs";
import { REPORTERS, secondTries } from "./tests/again.mjs";
import { checkCommands } from "./tests/checks.mjs";
import { runInLane, stepsTaken, timed, tool } from "./tests/lanes.mjs";
import { browserRun, countedRun, packageRun, REPORT } from "./tests/runs.mjs";
import { toolsOfTests } from "./tools-of-tests.mjs";

/** What looks at the code and runs packages, and what runs the whole ecosystem. Both go on at once. */
const [CODE, WHOLE] = ["code", "whole"];
const LARGEST = "authorization-server";
const documents = join(root, "scripts", "documents.mjs");
const inCi = process.env.CI === "true";
const unitOnly = process.argv.includes("--unit");
const checksOnly = process.argv.includes("--checks");
const unknown = process.argv.slice(2).filter((arg) => !["--unit", "--changed", "--checks"].includes(arg));

// Tests start hundreds of processes, and each loads the same modules.
process.env.NODE_COMPILE_CACHE ??= compileCache;

/** The names of failed steps, and sentences about steps that could not run. */
const broken = [];
const missing = [];

/** The runs of tests, as tests/runs.mjs describes them. */
const runs = [];

async function step(lane, name, program, args, options = {}) {
  const code = await timed(lane, name, () => runInLane(lane, program, args, { env: toolEnvironment(), ...options }));
  if (code !== 0) broken.push(name);
}

// Turbo runs the scripts of packages with pnpm, which a machine need not have. npx provides the pinned version.
async function turbo(name, [task, ...more], { env = {} } = {}) {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const concurrency = `--concurrency=${Math.max(2, availableParallelism())}`;
  const inner = [tool("turbo"), "run", task, "--continue", concurrency, "--output-logs=new-only", ...more];
  await step(CODE, name, "npx", ["--yes", "--prefer-offline", packageManager, "exec", ...inner], {
    env: { ...toolEnvironment(), ...env },
  });
}

/** The programs that tests run, found or installed while the first steps are taken. */
const prepareTools = () =>
  timed(WHOLE, "Programs that tests run", async () => {
    const { env, missing: lost } = await toolsOfTests(console.log);
    missing.push(...lost);
    const lacking = await missingTools(console.log);
    if (lacking.length > 0) missing.push(`No ${lacking.join(" and no ")} could be had: ITS TESTS DID NOT RUN.`);
    return { env, browser: unitOnly ? undefined : await findBrowser(console.log) };
  });

async function packageTests(env) {
  // The authorization server's tests take longer than all others, and have a worker for each processor. So they come
  // after them.
  const [others, largest] = ["Unit and store tests: everything else", "Unit and store tests: authorization server"];
  for (const folder of packageFolders().filter((folder) => hasScript(folder, "test"))) {
    runs.push(packageRun(CODE, folder.endsWith(LARGEST) ? largest : others, folder, env));
  }
  const reporters = [...REPORTERS, `--outputFile.json=${REPORT}`];
  const tests = (filter) => ["test", `--filter=${filter}`, "--", ...reporters];
  await turbo(others, tests(`!@countersign/${LARGEST}`), { env });
  await turbo(largest, tests(`@countersign/${LARGEST}`), { env });
}

async function browserTests(browser) {
  if (browser === undefined) {
    missing.push(
      "No Chrome or Chromium could be had: THE BROWSER TESTS DID NOT RUN. Install one, or name one with CHROMIUM_PATH.",
    );
    return;
  }

  await installCollector(console.log);
  const name = "Browser tests";
  const run = browserRun(WHOLE, name, browser);
  if ((await timed(WHOLE, name, run.start)) !== 0) broken.push(name);
  runs.push(run);
}

/** The quick ones of `npm run test:field`. */
const QUICK = ["auth-js", "better-auth", "passport-openidconnect", "express-openid-connect"];

/** Tests relying parties that others wrote. */
async function relyingParties() {
  await tried("relying-parties", []);
  await tried("field", QUICK);
}

/** Exit code 3 means that one is not installed: that is a skip, not a failure. */
async function tried(name, args) {
  const run = countedRun(WHOLE, pinnedNode, name, args);
  const code = await timed(WHOLE, run.name, run.start);
  if (code === 3) missing.push(`NOT EVERY ONE OF ${run.name} WAS TRIED: what is not installed is named above.`);
  else if (code !== 0) broken.push(run.name);
  runs.push(run);
}

let checked;
/** The lane that ends first makes the checks, once for both. Each keeps one processor busy. */
const checks = () => (checked ??= takeChecks());

async function takeChecks() {
  const name = "Boundaries, documents and unused code";
  const commands = checkCommands();
  const failed = [];
  const inTurn = async () => {
    for (let next = commands.shift(); next !== undefined; next = commands.shift()) {
      const code = await runInLane(CODE, ...next, { env: toolEnvironment() });
      const words = next.flat().map((word) => basename(word));
      if (code !== 0) failed.push(words.join(" "));
    }
  };
  await timed(CODE, name, () => Promise.all(Array.from({ length: availableParallelism() }, inTurn)));
  if (failed.length > 0) broken.push(`${name} (${failed.join(", ")})`);
}

// A title does not prove that a test ran. For every attack, at least one test must have run, and all that ran must
// have passed.
async function attacks() {
  const options = { env: toolEnvironment() };
  const code = await timed(CODE, "Attacks", () => runInLane(CODE, pinnedNode, [documents, "--results"], options));
  // Exit code 3: tests did not run. That is no separate failure if their step is already listed.
  if (code !== 0 && !(code === 3 && broken.length > 0)) broken.push("Attacks");
}

function hasScript(folder, name) {
  return name in (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).scripts ?? {});
}

if (unknown.length > 0) {
  console.error(`${unknown.join(" ")} is not known here; --unit, --changed and --checks are.`);
  process.exit(2);
}

/** Lint, types, and then the tests of packages. */
async function codeLane(tools) {
  await step(CODE, "Lint", tool("biome"), ["check", "--error-on-warnings", "."]);
  await turbo("Types", ["typecheck"]);
  if (!checksOnly) await packageTests((await tools).env);
  await checks();
}

/** What starts the ecosystem. */
async function wholeLane(tools) {
  const { browser } = await tools;
  const installed = installRelyingParties(console.log);
  await browserTests(browser);
  await installed;
  await relyingParties();
  const upgrade = [join(root, "scripts", "test-upgrade.mjs"), "--quick"];
  if (process.platform === "linux") await step(WHOLE, "An upgrade and faults under traffic", pinnedNode, upgrade);
  await checks();
}

await bootstrap();
if (process.argv.includes("--changed")) process.exit(await testChanged());
const tools = checksOnly ? undefined : prepareTools();
const lanes = [codeLane(tools), ...(unitOnly || checksOnly ? [] : [wholeLane(tools)])];
await Promise.all(lanes);
const atSecondTry = await secondTries(runs, broken);
if (!unitOnly && !checksOnly && missing.length === 0) await attacks();

console.log("\n== Summary");
for (const line of stepsTaken()) console.log(line);
const results = runs.map(({ name, totals }) => ({ name, ...totals() }));
for (const { name, ...totals } of results) console.log(`${name.padEnd(32)} ${inWords(totals)}`);
const total = sum(results);
if (broken.length > 0) console.log(`\nNot green: ${broken.join(", ")}`);
for (const line of runs.flatMap(({ failures }) => failures())) console.log(`Failed: ${line}`);
for (const line of atSecondTry) console.log(`Failed first, and passed when nothing else ran: ${line}`);
for (const sentence of missing) console.log(`\n${sentence}`);
const leftOut = missing.length > 0 || total.skipped > 0;
if (leftOut && inCi) console.log("\nCI is true: what did not run counts as a failure.");
if (!checksOnly) console.log(`\n${inWords(total)}`);
process.exit(broken.length > 0 || total.failed > 0 || (leftOut && inCi) ? 1 : 0);
