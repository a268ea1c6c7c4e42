// Keeps packages and folders apart (docs/architecture.md, "Parts"). `turbo boundaries` checks packages, and Biome
// checks the folders of a service, by the rules that boundaries.mjs writes. A checker that looks at nothing reports success too. So this script counts the
// files that were checked. It also gives the checkers one forbidden import of each kind, and each of these must be
// reported.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { read, root, sourceFiles } from "./workspace.mjs";

// The rules among all that Biome checks. (Its --only option would also switch them on where biome.json switches them
// off.)
const RULES = ["noRestrictedImports", "noImportCycles", "noProcessEnv", "noUndeclaredDependencies"];

/** What the checkers read beside the code. */
const SETTINGS = /(^|\/)(package\.json|pnpm-[^/]+\.yaml|biome[^/]*\.json|tsconfig[^/]*\.json|turbo\.json|\.gitignore)$/;

const problems = [];
const fixtures = JSON.parse(readFileSync(join(root, "scripts", "fixtures", "forbidden-imports.json"), "utf8"));
const files = sourceFiles();
const packages = files.filter((file) => /^(apps\/[^/]+|packages\/[^/]+|e2e)\/package\.json$/.test(file)).map(dirname);

const looked = checkTree();
const copy = mkdtempSync(join(tmpdir(), "countersign-boundaries-"));
try {
  copySettings();
  checkManifests();
  checkFiles();
} finally {
  rmSync(copy, { recursive: true, force: true });
}

const tried = fixtures.files.length + fixtures.manifests.length + fixtures.shipped.length;
console.log(`Looked at ${looked.biome} files (Biome) and ${looked.turbo} (turbo) in ${packages.length} packages.`);
console.log(`Tried ${tried} forbidden imports and dependencies.`);
for (const problem of problems) console.error(`\n${problem}`);
console.log(problems.length === 0 ? "Boundaries hold." : `\n${problems.length} boundaries do not hold.`);
process.exit(problems.length === 0 ? 0 : 1);

/** Checks the real tree: it has no forbidden import, and every source file was checked. */
function checkTree() {
  const biome = runBiome(root);
  for (const { rule, path, message } of biome.found) problems.push(`${path}: ${message} (${rule})`);

  const turbo = runTurbo(root);
  if (turbo.issues !== 0) problems.push(`turbo boundaries:\n${turbo.text}`);

  for (const folder of packages) {
    const shipped = shippedTools(root, folder);
    for (const name of shipped) problems.push(`${folder}: ${name} is for devDependencies only`);
  }

  const code = files.filter((file) => /^(apps|packages|e2e)\/.*\.ts$/.test(file)).length;
  if (biome.looked < code) problems.push(`Biome looked at ${biome.looked} files, there are ${code}`);
  if (turbo.looked < code) problems.push(`turbo looked at ${turbo.looked} files, there are ${code}`);
  if (turbo.packages !== packages.length) problems.push(`turbo found ${turbo.packages} of ${packages.length} packages`);
  return { biome: biome.looked, turbo: turbo.looked };
}

/**
 * The manifests and the settings of the tools, and no code: what is reported about a forbidden import follows from
 * them and from the file with the import. With the code, each checker would read the whole tree again.
 */
function copySettings() {
  for (const file of files.filter((name) => SETTINGS.test(name))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(join(root, file), join(copy, file));
  }
}

/**
 * Checks one forbidden dependency at a time. Otherwise the errors that a dependency causes could hide that it was
 * missed itself.
 */
function checkManifests() {
  for (const { package: folder, dependsOn } of fixtures.manifests) {
    const { text } = withDependency(folder, dependsOn, () => runTurbo(copy));
    const name = manifest(copy, folder).name;
    const reported = new RegExp(
      `\`${dependsOn}\` found (without any tag listed in allowlist|with tag listed in denylist) for \`${name}\``,
    );
    if (!reported.test(text)) problems.push(`${folder} may depend on ${dependsOn}: turbo boundaries says nothing`);
  }

  for (const { package: folder, dependsOn } of fixtures.shipped) {
    const seen = withDependency(folder, dependsOn, () => shippedTools(copy, folder));
    if (!seen.includes(dependsOn)) problems.push(`${folder} may ship ${dependsOn}: nothing is said`);
  }
}

/** Checks all forbidden imports at once, each in a separate file. Each must be reported for the right reason. */
function checkFiles() {
  const written = fixtures.files.map(writeFixture);
  const biome = runBiome(copy);
  const turbo = runTurbo(copy);

  for (const { path, why, rule, turbo: sentence } of written) {
    const byBiome = biome.found.some((found) => found.path === path && found.rule === rule);
    const byTurbo = turbo.sections.some((section) => section.includes(`/${path}:`) && section.includes(sentence));
    if (rule === undefined ? !byTurbo : !byBiome) problems.push(`${path} is not reported, although ${why}`);
  }
}

function writeFixture(fixture, number) {
  const name = fixture.name ?? `forbidden-${number}.ts`;
  const path = fixture.replaces ?? `${fixture.in}/${name}`;
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  const source =
    fixture.source ??
    `import * as forbidden from ${JSON.stringify(fixture.imports)};\nexport const used = forbidden;\n`;
  writeFileSync(join(copy, path), source);

  if (fixture.beside !== undefined) {
    const beside = join(copy, fixture.in, fixture.beside.name);
    writeFileSync(beside, fixture.beside.source.replace("NUMBER", String(number)));
  }
  return { ...fixture, path };
}

function withDependency(folder, dependsOn, look) {
  const file = join(copy, folder, "package.json");
  const before = readFileSync(file, "utf8");
  const declared = JSON.parse(before);
  writeFileSync(
    file,
    JSON.stringify({ ...declared, dependencies: { ...declared.dependencies, [dependsOn]: "workspace:*" } }),
  );
  try {
    return look();
  } finally {
    writeFileSync(file, before);
  }
}

/** Packages for development (the embedded database, the check with axe) are in no image, so nothing that ships may need them. */
function shippedTools(tree, folder) {
  const tools = packages.filter((name) => /"tags": \[[^\]]*"development"/.test(read(`${name}/turbo.json`)));
  const { dependencies = {} } = manifest(tree, folder);
  return tools.map((tool) => manifest(root, tool).name).filter((name) => name in dependencies);
}

function manifest(tree, folder) {
  return JSON.parse(readFileSync(join(tree, folder, "package.json"), "utf8"));
}

function runBiome(cwd) {
  const output = execute("biome", ["lint", "--reporter=json", "--max-diagnostics=none", "."], cwd);
  const report = JSON.parse(output.slice(output.indexOf("{")));
  const found = report.diagnostics.map(({ category, location, message }) => ({
    rule: category.split("/").at(-1),
    path: location.path,
    message,
  }));
  const { changed, unchanged } = report.summary;
  return { looked: changed + unchanged, found: found.filter(({ rule }) => RULES.includes(rule)) };
}

function runTurbo(cwd) {
  const output = execute("turbo", ["boundaries", "--no-color"], cwd);
  const [, looked, inPackages, issues] =
    /Checked (\d+) files in (\d+) packages, (no|\d+) issues? found/.exec(output) ?? [];
  if (looked === undefined) problems.push(`turbo boundaries did not finish:\n${output}`);
  // The output is wrapped to fit a terminal, so the lines are joined again.
  const sections = output.split(/^ {2}x /m).map((section) => section.replace(/\s+\|?\s*/g, " "));
  return {
    looked: Number(looked),
    packages: Number(inPackages),
    issues: issues === "no" ? 0 : Number(issues),
    sections,
    text: sections.join("\n"),
  };
}

function execute(tool, args, cwd) {
  const bin = join(root, "node_modules", ".bin");
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, TURBO_TELEMETRY_DISABLED: "1", NO_COLOR: "1" };
  const { stdout, stderr, error } = spawnSync(join(bin, tool), args, {
    cwd,
    env,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  if (error !== undefined) throw error;
  return tool === "biome" ? stdout : stdout + stderr;
}
