// `npm test -- --changed`: what a change can reach, in about a minute. The change is what differs from the merge base
// with main, committed or not.
import { execFileSync } from "node:child_process";
import { dirname, join, relative } from "node:path";
import { pinnedNode, root, run, toolEnvironment } from "./bootstrap.mjs";
import { importersOf, reached } from "./changed-tests.mjs";
import { findNginx, findRedis } from "./test-tools.mjs";
import { tool } from "./tests/lanes.mjs";
import { read, sourceFiles } from "./workspace.mjs";

/** How many test files run: a file takes about a second, and two run at a time. */
const MOST = 60;
const LINTED = /\.(ts|mts|mjs|json|css)$/;
/** The checks that take seconds. The slow ones are left to the whole run. */
const QUICK_CHECKS = ["emitters", "json-readers", "clocks", "parsers", "bounds", "line-length", "links"];

const git = (...args) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

/** @returns {Promise<number>} the exit code */
export async function testChanged() {
  const changed = changedFiles();
  if (changed.length === 0) {
    console.log("Nothing differs from main.");
    return 0;
  }
  const files = sourceFiles();
  const change = reached(changed, importersOf(files, read));
  const packages = files.filter((file) => /^(apps\/[^/]+|packages\/[^/]+|e2e)\/package\.json$/.test(file)).map(dirname);
  const broken = [...(await checks(changed, packagesOf([...change.files, ...changed], packages)))];
  broken.push(...(await tests(change.tests.slice(0, MOST), packages)));

  console.log(`\n${changed.length} files differ from main. They can reach ${change.tests.length} test files.`);
  const left = change.tests.length - MOST;
  if (left > 0) console.log(`The ${MOST} nearest ran; \`npm test -- --unit\` runs the other ${left}, too.`);
  console.log(broken.length === 0 ? "Green." : `Not green: ${broken.join(", ")}`);
  return broken.length === 0 ? 0 : 1;
}

function changedFiles() {
  const main = ["main", "origin/main"].find((name) => succeeds(() => git("rev-parse", "--verify", name)));
  if (main === undefined) throw new Error("there is no branch main to compare with");
  const differing = git("diff", "--name-only", "--no-renames", git("merge-base", "HEAD", main).trim()).split("\n");
  const added = git("ls-files", "--others", "--exclude-standard").split("\n");
  return [...new Set([...differing, ...added])].filter((file) => file !== "").sort();
}

function succeeds(work) {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** The packages that these files belong to. */
const packagesOf = (files, packages) => packages.filter((name) => files.some((file) => file.startsWith(`${name}/`)));

/** Lint of the changed files, types of the packages that they can reach, and the quick checks of the workspace. */
async function checks(changed, packages) {
  const existing = new Set(sourceFiles());
  const linted = changed.filter((file) => LINTED.test(file) && existing.has(file));
  const lint = ["check", "--error-on-warnings", "--no-errors-on-unmatched", ...linted];
  const script = (name, ...args) => [pinnedNode, [join(root, "scripts", `${name}.mjs`), ...args]];
  const steps = [
    ...(linted.length === 0 ? [] : [["lint", tool("biome"), lint]]),
    ...packages.map((name) => [`types of ${name}`, tool("tsc"), ["--noEmit"], join(root, name)]),
    ...QUICK_CHECKS.map((name) => [name, ...script(`check-${name}`)]),
    ["migrations", ...script("migrations", "--check")],
    ["documents", ...script("documents", "--check")],
  ];
  const broken = [];
  for (const [name, program, args, cwd = root] of steps) {
    console.log(`\n== ${name}`);
    if ((await run(program, args, { cwd, env: toolEnvironment() })) !== 0) broken.push(name);
  }
  return broken;
}

/** Runs test files, package by package, in the order in which the first of each comes. */
async function tests(files, packages) {
  const env = {
    ...toolEnvironment(),
    COUNTERSIGN_REDIS: (await findRedis(console.log)) ?? "none",
    COUNTERSIGN_NGINX: (await findNginx(console.log)) ?? "none",
    COUNTERSIGN_NODE_20: "none",
  };
  const byPackage = Map.groupBy(files, (file) => packages.find((name) => file.startsWith(`${name}/`)));
  const broken = [];
  for (const [name, own] of byPackage) {
    console.log(`\n== ${own.length} test files of ${name}`);
    const cwd = join(root, name);
    const args = ["run", "--reporter=dot", ...own.map((file) => relative(cwd, join(root, file)))];
    if ((await run(tool("vitest"), args, { cwd, env })) !== 0) broken.push(`tests of ${name}`);
  }
  return broken;
}
