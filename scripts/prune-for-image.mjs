// Keeps only the part of an installed workspace that one service runs:
// `node scripts/prune-for-image.mjs authorization-server`.
// It deletes everything else. So it is for the build of an image (see Dockerfile), never for a work tree.
//
// pnpm also installs peers, even optional ones. Those of `@prisma/client` include its command line and the
// TypeScript compiler, 200 MB that no service loads. So this script keeps only what the manifests name as
// dependencies, starting from the service.
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";

const STORE = join("node_modules", ".pnpm");
const KEPT_AT_ROOT = new Set(["package.json", "apps", "packages", "node_modules"]);
// Prisma has one query compiler per database and format. The generated client imports one of them (see its
// class.ts). Node.js always gets the runtime for `require`, no matter how it loads the package.
const PRISMA_RUNTIME = /^(client\.js|query_compiler_fast_bg\.postgresql(\.wasm-base64)?\.mjs)$/;
// The stylesheet names no other file of a font.
const FONT = /-wght-normal\.woff2$/;
// Types, and maps to sources that are not there: a third of what is installed, and nothing loads them.
const FOR_TOOLS = /\.(?:d\.[cm]?ts|map)$/;

const root = realpathSync(process.cwd());
const [service = ""] = process.argv.slice(2);
const entry = join(root, "apps", service);
if (service === "" || !existsSync(join(entry, "package.json"))) {
  console.error("Say which service: authorization-server or resource-server.");
  process.exit(2);
}

const needed = reach(entry);
keepOnly(root, KEPT_AT_ROOT);
keepOnly(join(root, "node_modules"), new Set([".pnpm"]));
keepOnly(join(root, STORE), new Set([...needed].map(storeEntry).filter((name) => name !== undefined)));
for (const group of ["apps", "packages"]) {
  for (const name of readdirSync(join(root, group))) if (!needed.has(join(root, group, name))) remove(group, name);
}
for (const folder of needed) slim(folder);
await assertWhole();
console.log(`${needed.size} packages stay.`);

/**
 * Commands load Prisma Client on demand. If one of its imports is missing, the build must fail now, not a command of
 * an operator later.
 */
async function assertWhole() {
  const database = join(root, "packages", "database");
  if (!existsSync(database)) return;
  await import(pathToFileURL(join(database, "src", "generated", "client.ts")).href);
  const runtime = join(database, "node_modules", "@prisma", "client", "runtime");
  const compiler = join(runtime, "query_compiler_fast_bg.postgresql");
  for (const file of [`${compiler}.mjs`, `${compiler}.wasm-base64.mjs`]) await import(pathToFileURL(file).href);
}

/** The folders of a package and of all its dependencies. An optional dependency may be for another machine. */
function reach(folder, found = new Set()) {
  if (found.has(folder)) return found;
  found.add(folder);
  const { dependencies = {}, optionalDependencies = {} } = manifestOf(folder);
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const place = placeOf(name, folder);
    if (place !== undefined) reach(place, found);
    else if (!(name in optionalDependencies)) throw new Error(`${name}, of which ${folder} depends, is not installed`);
  }
  return found;
}

/** Where Node.js finds a package: in the nearest node_modules folder above that has it. */
function placeOf(name, from) {
  for (let folder = from; folder.startsWith(root); folder = dirname(folder)) {
    const place = join(folder, "node_modules", name);
    if (existsSync(place)) return realpathSync(place);
  }
  return undefined;
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** The name in pnpm's store for the folder of a package; none for our own packages. */
function storeEntry(folder) {
  const [first, second, name] = relative(root, folder).split(sep);
  return join(first, second) === STORE ? name : undefined;
}

function slim(folder) {
  const { name } = manifestOf(folder);
  if (name === "@prisma/client") removeIn(folder, "runtime", (file) => !PRISMA_RUNTIME.test(file));
  if (name.startsWith("@fontsource-variable/")) removeIn(folder, "files", (file) => !FONT.test(file));
  // Links to deleted packages: tools, and peers that nothing loads.
  const isOurs = storeEntry(folder) === undefined;
  if (isOurs) remove(relative(root, folder), "node_modules", ".bin");
  else removeIn(folder, ".", (file) => FOR_TOOLS.test(file));
}

function removeIn(folder, part, isRemoved) {
  for (const file of readdirSync(join(folder, part), { recursive: true })) {
    if (isRemoved(file)) remove(relative(root, folder), part, file);
  }
}

function keepOnly(folder, names) {
  for (const name of readdirSync(folder)) if (!names.has(name)) remove(relative(root, folder), name);
}

function remove(...path) {
  rmSync(join(root, ...path), { recursive: true, force: true });
}
