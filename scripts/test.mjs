// `npm test`: types, lint, boundaries, unit and store tests, browser tests, relying parties, faults, and the number
// of tests. `npm test -- --unit` leaves out the browser tests, and `npm test -- --changed` what a change cannot reach.
import { readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { bootstrap, packageFolders, pinnedNode, root, run, toolEnvironment } from "./bootstrap.mjs";
import { compileCache } from "./compile-cache.mjs";
import { testChanged } from "./test-changed.mjs";
import { findBrowser, installRelyingParties, missingTools } from "./test-tools.mjs";
import {
  countedTotals,
  inWords,
  playwrightFailures,
  playwrightTotals,
  sum,
  vitestFailures,
  vitestTotals,
} from "./test-totals.mjs";
import { toolsOfTests } from "./tools-of-tests.mjs";

const REPORT = join("test-results", "vitest.json");
const LARGEST = "@countersign/authorization-server";
const documents = join(root, "scripts", "documents.mjs");
const inCi = process.env.CI === "true";
const unitOnly = process.argv.includes("--unit");
const unknown = process.argv.slice(2).filter((arg) => arg !== "--unit" && arg !== "--changed");

// Tests start hundreds of processes, and each loads the same modules.
process.env.NODE_COMPILE_CACHE ??= compileCache;

/** The names of failed steps, sentences about steps that could not run, and a line for each failed test. */
const broken = [];
const missing = [];
const failures = [];

/** A step begins; it says how long the steps before it took. */
const heading = (text) => console.log(`\n== ${text} (after ${(performance.now() / 60_000).toFixed(1)} min)`);
const tool = (name) => join(root, "node_modules", ".bin", name);

async function step(name, program, args, options = {}) {
  heading(name);
  const code = await run(program, args, { env: toolEnvironment(), ...options });
  if (code !== 0) broken.push(name);
}

// Turbo runs the scripts of packages with pnpm, which a machine need not have. npx provides the pinned version.
async function turbo(name, [task, ...more], { env = {}, tasksAtOnce = Math.max(2, availableParallelism()) } = {}) {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const concurrency = `--concurrency=${tasksAtOnce}`;
  const inner = [tool("turbo"), "run", task, "--continue", concurrency, "--output-logs=new-only", ...more];
  await step(name, "npx", ["--yes", "--prefer-offline", packageManager, "exec", ...inner], {
    env: { ...toolEnvironment(), ...env },
  });
}

async function packageTests() {
  const { env, missing: lost } = await toolsOfTests(console.log);
  missing.push(...lost);
  const lacking = await missingTools(console.log);
  if (lacking.length > 0) missing.push(`No ${lacking.join(" and no ")} could be had: ITS TESTS DID NOT RUN.`);

  const folders = packageFolders().filter((folder) => hasScript(folder, "test"));
  // A cached task may not restore a report. The report of an older run must not be taken for it.
  for (const folder of folders) rmSync(join(folder, REPORT), { force: true });
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${REPORT}`];
  const options = { env };
  // Both runs need generated code. Turbo counts arguments into the hash of every task: with other arguments here, each
  // run would generate again. The authorization server's tests take longer than all others, and have a worker for each
  // processor. So they come after them: beside them, one processor would have nothing to do for most of the time.
  await turbo("Generated code", ["generate", "--", ...reporters]);
  const tests = (filter) => ["test", `--filter=${filter}`, "--", ...reporters];
  await turbo("Unit and store tests: everything else", tests(`!${LARGEST}`), options);
  await turbo("Unit and store tests: authorization server", tests(LARGEST), options);

  return folders.map((folder) => {
    const report = join(folder, REPORT);
    failures.push(...vitestFailures(report).map((line) => line.replace(`${root}/`, "")));
    return { name: relative(root, folder), ...vitestTotals(report) };
  });
}

async function browserTests() {
  const folder = join(root, "e2e");
  const browser = await findBrowser(console.log);
  if (browser === undefined) {
    missing.push(
      "No Chrome or Chromium could be had: THE BROWSER TESTS DID NOT RUN. Install one, or name one with CHROMIUM_PATH.",
    );
    return [];
  }

  const report = join(folder, "test-results", "playwright.json");
  rmSync(report, { force: true });
  const env = { ...toolEnvironment(), CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const cli = join(folder, "node_modules", ".bin", "playwright");
  await step("Browser tests", cli, ["test", "--reporter=list,json"], { cwd: folder, env });
  failures.push(...playwrightFailures(report).map((line) => `e2e/${line}`));
  return [{ name: "e2e", ...playwrightTotals(report) }];
}

/** The quick ones of `npm run test:field`. */
const QUICK = ["auth-js", "better-auth", "passport-openidconnect", "express-openid-connect"];

/** Tests relying parties that others wrote. */
async function relyingParties() {
  await installRelyingParties(console.log);
  heading("Relying parties of others");
  return [await tried("relying-parties", []), await tried("field", QUICK)];
}

/** Exit code 3 means that one is not installed: that is a skip, not a failure. */
async function tried(name, args) {
  const report = join(root, "e2e", "test-results", `${name}.json`);
  rmSync(report, { force: true });
  const code = await run(pinnedNode, [join(root, "e2e", name, "run.ts"), ...args], { env: toolEnvironment() });
  if (code === 3) missing.push(`NOT EVERY ONE OF e2e/${name} WAS TRIED: what is not installed is named above.`);
  else if (code !== 0) broken.push(`e2e/${name}`);
  return { name: `e2e/${name}`, ...countedTotals(report) };
}

async function checks() {
  heading("Boundaries, documents and unused code");
  const commands = [
    [pinnedNode, [join(root, "scripts", "check-boundaries.mjs")]], // it waits for one checker after the other
    [pinnedNode, [join(root, "scripts", "check-regular-expressions.mjs")]], // the longest checks start first
    [pinnedNode, [documents, "--check"]],
    ...["emitters", "json-readers", "clocks", "parsers", "bounds", "line-length", "links", "statements"].map((what) => [
      ...[pinnedNode, [join(root, "scripts", `check-${what}.mjs`)]],
    ]),
    ...["boundaries", "migrations", "pinned-dependencies", "common-passwords"].map((what) => [
      ...[pinnedNode, [join(root, "scripts", `${what}.mjs`), "--check"]],
    ]),
    [pinnedNode, [join(root, "scripts", "audit.mjs")]],
    [tool("knip"), ["--no-progress"]],
    [tool("knip"), ["--no-progress", "--production"]],
  ];
  const codes = [];
  const inTurn = async () => {
    for (let next = commands.shift(); next !== undefined; next = commands.shift()) {
      codes.push(await run(...next, { env: toolEnvironment() }));
    }
  };
  // Each check keeps one processor busy.
  await Promise.all(Array.from({ length: availableParallelism() }, inTurn));
  if (codes.some((code) => code !== 0)) broken.push("Boundaries, documents and unused code");
}

// A title does not prove that a test ran. For every attack, at least one test must have run, and all that ran must
// have passed.
async function attacks() {
  heading("Attacks");
  const code = await run(pinnedNode, [documents, "--results"], { env: toolEnvironment() });
  // Exit code 3: tests did not run. That is no separate failure if their step is already listed.
  if (code !== 0 && !(code === 3 && broken.length > 0)) broken.push("Attacks");
}

function hasScript(folder, name) {
  return name in (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).scripts ?? {});
}

if (unknown.length > 0) {
  console.error(`${unknown.join(" ")} is not known here; --unit and --changed are.`);
  process.exit(2);
}

await bootstrap();
if (process.argv.includes("--changed")) process.exit(await testChanged());
await step("Lint", tool("biome"), ["check", "--error-on-warnings", "."]);
await turbo("Types", ["typecheck"]);
await checks();
const results = [...(await packageTests()), ...(unitOnly ? [] : await browserTests())];
if (!unitOnly && missing.length === 0) await attacks();
if (!unitOnly) results.push(...(await relyingParties()));
const chaos = [join(root, "scripts", "test-chaos.mjs"), "--quick"];
if (!unitOnly && process.platform === "linux") await step("Faults under traffic", pinnedNode, chaos);

heading("Summary");
for (const { name, ...totals } of results) console.log(`${name.padEnd(32)} ${inWords(totals)}`);
const total = sum(results);
if (broken.length > 0) console.log(`\nNot green: ${broken.join(", ")}`);
for (const line of failures) console.log(`Failed: ${line}`);
for (const sentence of missing) console.log(`\n${sentence}`);
const leftOut = missing.length > 0 || total.skipped > 0;
if (leftOut && inCi) console.log("\nCI is true: what did not run counts as a failure.");
console.log(`\n${inWords(total)}`);
process.exit(broken.length > 0 || total.failed > 0 || (leftOut && inCi) ? 1 : 0);
