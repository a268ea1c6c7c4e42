// Makes a release of the whole workspace, which has one version, and publishes the packages of npm.
//   npm run release -- 0.3.0             gives CHANGELOG.md and every package that version, commits, and makes the tag v0.3.0
//   npm run release -- --publish         publishes the packages of the release that is checked out; --dry-run only shows what would be
//   npm run release -- --statements out  writes the packages, an SBOM of each package and image, and the provenance, into out/
//   npm run release -- --check           whether all packages have the version that CHANGELOG.md names last
import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeStatements } from "./statements.mjs";
import { conclude, read, root, sourceFiles } from "./workspace.mjs";

/** The packages for others. They are private in the workspace, and public as `build-package.mjs` makes them. */
const PUBLISHED = ["packages/guard", "packages/admin-client"];
const CHANGES = "CHANGELOG.md";
const NEXT = "## Unreleased";
/** The chart for Kubernetes, which has this version and installs the images of it. */
const CHART = "deploy/helm/countersign/Chart.yaml";
/** Documents that name the file of a package. */
const NAMING = ["docs/mcp.md", "docs/protecting-an-api.md"];
/** The check of migrations, which knows the last one of the newest release, and the list of all. */
const MIGRATIONS = "scripts/migrations.mjs";
const ARRIVALS = "packages/database/prisma/migrations/arrivals.txt";

const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
const fail = (sentence) => conclude([sentence]);
const versionOf = (path) => JSON.parse(read(path)).version;
const manifests = () => sourceFiles().filter((path) => /(?:^|\/)package\.json$/.test(path) && versionOf(path));

/** What the change log says below a heading of the second level; nothing if there is no such heading. */
function section(text, heading) {
  const lines = text.split("\n");
  const from = lines.findIndex((line) => line === heading || line.startsWith(`${heading} `));
  if (from < 0) return "";
  const length = lines.slice(from + 1).findIndex((line) => line.startsWith("## "));
  return lines
    .slice(from + 1, length < 0 ? undefined : from + 1 + length)
    .join("\n")
    .trim();
}

function check() {
  const version = versionOf("package.json");
  const others = manifests().filter((path) => versionOf(path) !== version);
  const ofChart = [...read(CHART).matchAll(/^(?:version|appVersion): (.*)$/gm)].map(([, given]) => given);
  const [, newest] = /^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/m.exec(read(CHANGES)) ?? [];
  conclude(
    [
      ...others.map((path) => `${path} has version ${versionOf(path)}, and the workspace ${version}`),
      ...(ofChart.length === 2 && ofChart.every((given) => given === version)
        ? []
        : [`${CHART} has the versions ${ofChart.join(" and ")}, and the workspace ${version}`]),
      ...(newest === version ? [] : [`${CHANGES} names ${newest} last, and the workspace is ${version}`]),
      ...(section(read(CHANGES), `## ${version}`) === "" ? [`${CHANGES} says nothing about ${version}`] : []),
    ],
    `All packages and ${CHANGES} have version ${version}.`,
  );
}

function release(version) {
  const before = versionOf("package.json");
  const isNext = version.localeCompare(before, "en", { numeric: true }) > 0;
  const notes = section(read(CHANGES), NEXT);
  if (!isNext) fail(`${version} does not come after ${before}`);
  if (git("status", "--porcelain") !== "") fail("there are changes that are not committed");
  if (notes === "") fail(`${CHANGES} has nothing below "${NEXT}"`);

  const today = new Date().toISOString().slice(0, 10);
  const rewrite = (path, change) => writeFileSync(join(root, path), change(read(path)));
  rewrite(CHANGES, (text) => text.replace(NEXT, `${NEXT}\n\n## ${version} (${today})`));
  for (const path of manifests())
    rewrite(path, (text) => text.replace(`"version": "${before}"`, `"version": "${version}"`));
  rewrite(CHART, (text) => text.replaceAll(`ersion: ${before}\n`, `ersion: ${version}\n`));
  for (const path of NAMING) rewrite(path, (text) => text.replaceAll(`-${before}.tgz`, `-${version}.tgz`));
  const [name, hash] = read(ARRIVALS).trimEnd().split("\n").at(-1).split(" ");
  rewrite(MIGRATIONS, (text) => text.replace(/^const LANDED = .*$/m, `const LANDED = ${landed(name, hash)};`));
  git("commit", "--quiet", "--all", "--message", `Version ${version}`, "--message", notes);
  git("tag", "--annotate", `v${version}`, "--cleanup=verbatim", "--message", `Countersign ${version}\n\n${notes}`);
  console.log(`Version ${version} is committed, and its tag is v${version}. To publish it:
  git push --follow-tags && npm run release -- --publish
Then keep its data and statements for the tests of the next upgrade, as testing/upgrade/make-dump.ts of the authorization server says.`);
}

const landed = (name, hash) => `{ name: "${name}", hash: "${hash}" }`;

/** A publication that was interrupted goes on: a version that a registry has cannot be published again. */
function isPublished(path, version) {
  const { name } = JSON.parse(read(join(path, "package.json")));
  const { stdout } = spawnSync("npm", ["view", `${name}@${version}`, "version"], { cwd: root, encoding: "utf8" });
  return stdout.trim() === version;
}

function publish(isTried) {
  const version = versionOf("package.json");
  const tags = git("tag", "--points-at", "HEAD").split("\n");
  if (!isTried && !tags.includes(`v${version}`)) fail(`the commit that is checked out has no tag v${version}`);
  if (!isTried && git("status", "--porcelain") !== "") fail("there are changes that are not committed");
  for (const path of PUBLISHED) {
    if (!isTried && isPublished(path, version)) {
      console.log(`${path} is published already.`);
      continue;
    }
    execFileSync(process.execPath, [join(root, "scripts", "build-package.mjs"), path], { stdio: "inherit" });
    const args = ["publish", join(root, path, "dist"), "--access", "public", ...(isTried ? ["--dry-run"] : [])];
    execFileSync("npm", args, { stdio: "inherit" });
  }
}

function statements(folder) {
  if (folder === undefined) fail("Say a folder: --statements out");
  writeStatements(folder, {
    packages: PUBLISHED,
    version: versionOf("package.json"),
    commit: git("rev-parse", "HEAD"),
  });
}

const given = process.argv.slice(2);
const [what = ""] = given;
if (what === "--check") check();
else if (what === "--publish") publish(given.includes("--dry-run"));
else if (what === "--statements") statements(given[1]);
else if (/^\d+\.\d+\.\d+$/.test(what)) release(what);
else fail("Say a version (0.3.0), --publish, --publish --dry-run, --statements <folder> or --check.");
