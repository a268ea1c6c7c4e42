// Refuses a dependency that could change by itself: `node scripts/pinned-dependencies.mjs --check`. Every manifest
// names
// one exact version of each dependency, the lockfile has all of them with their hashes, and every installation of
// ours
// must follow the lockfile.
import { basename } from "node:path";
import { conclude, read, sourceFiles } from "./workspace.mjs";

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const KINDS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

const manifests = sourceFiles().filter((file) => basename(file) === "package.json");
const named = manifests.flatMap((file) => {
  const manifest = JSON.parse(read(file));
  return KINDS.flatMap((kind) => Object.entries(manifest[kind] ?? {}).map(([name, range]) => ({ file, name, range })));
});

const loose = named.filter(({ range }) => range !== "workspace:*" && !EXACT.test(range));
conclude(
  [
    ...loose.map(({ file, name, range }) => `${file}: ${name} is "${range}", which is no exact version.`),
    ...packageManager(),
    ...lockfile(),
    ...installations(),
  ],
  `${named.length} dependencies of ${manifests.length} manifests are pinned.`,
);

function packageManager() {
  const manager = JSON.parse(read("package.json")).packageManager ?? "";
  return /^pnpm@\d+\.\d+\.\d+$/.test(manager) ? [] : [`package.json: packageManager "${manager}" is no exact version.`];
}

/** Every package from a registry has the hash of its bytes in the lockfile. */
function lockfile() {
  const [, packages = ""] = read("pnpm-lock.yaml").split(/^packages:\n/m);
  const entries = packages
    .split(/^(?=\S)/m)[0]
    .split(/^ {2}(?=\S)/m)
    .slice(1);
  const bare = entries.filter((entry) => !/integrity: sha512-[\w+/]{86}==/.test(entry));
  if (entries.length === 0) return ["pnpm-lock.yaml has no packages."];
  return bare.map((entry) => `pnpm-lock.yaml: ${entry.split("\n")[0]} has no sha512 of its bytes.`);
}

/** The places that install packages: the start of a clone, and the images. */
function installations() {
  const places = ["scripts/bootstrap.mjs", "Dockerfile"];
  return places
    .filter((file) => !everyInstallIsFrozen(read(file)))
    .map((file) => `${file} installs past the lockfile.`);
}

function everyInstallIsFrozen(source) {
  const installs = source.match(/(?:packageManager[^\n]*\binstall\b|"install")(?:[^\n]*\\\n)*[^\n]*/g) ?? [];
  return installs.length > 0 && installs.every((command) => command.includes("--frozen-lockfile"));
}
