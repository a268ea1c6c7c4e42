/** One bundle for a service, in `dist/` of the service: made when its sources changed. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isAbsolute, join, posix, relative, sep } from "node:path";
import { type OutputChunk, type Plugin, rolldown } from "rolldown";
import { BUILTINS, inOneByte, withoutLateExports } from "./lean.ts";
import { withPlace } from "./places.ts";
import { onlyUsedCommands } from "./used-commands.ts";

/** Packages that stay outside: what they load is not JavaScript (addons of Node.js, WebAssembly). */
const OUTSIDE = /^(?:@node-rs\/[\w-]+|@prisma\/client(?:\/.*)?)$/;
/** Named by packages that do without it. */
const ABSENT = new Set(["pg-native", "@node-rs/xxhash"]);
const KEPT_BUILDS = 3;
/** Names the folder of the last build, and the files that it was made from. */
const LIST = "current.txt";
const UNFINISHED = "new-";
const COMPILE_CACHE = "compile-cache";
const STACK_TRACES = "stack-traces";
const WORKERS = "workers";
const SERVICE = join(import.meta.dirname, "..", "..", "service", "src");

/**
 * Makes the bundle of a service, unless there is one of the same sources.
 *
 * A build has its own folder: a service that runs still finds the parts of its build after the next one.
 *
 * @param onStart called if it is made now, which takes seconds
 * @returns the file that starts the service, and whether it was made now
 */
export async function bundle(
  root: string,
  service: string,
  onStart: () => void = () => {},
): Promise<{ readonly entry: string; readonly made: boolean }> {
  const dist = join(root, "apps", service, "dist");
  const entry = join(dist, "start.js");
  if (isCurrent(root, dist) && existsSync(entry)) return { entry, made: false };

  onStart();
  const folder = join(dist, `${UNFINISHED}${process.pid}`);
  const { chunks, read } = await build(root, join(root, "apps", service, "src", "main.ts"), folder).catch(
    (error: unknown) => {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    },
  );
  const sources = [...read].filter(([file]) => !file.includes(`${sep}node_modules${sep}`));
  const others = inputsBesideSources(root).map((file) => [file, readFileSync(file, "utf8")] as const);
  const inputs = new Map([...sources, ...others].map(([file, text]) => [relative(root, file), text]));
  const current = fingerprint(inputs);

  const made = join(dist, current);
  // Another start may have made the same in the meantime, and run it.
  if (existsSync(made)) rmSync(folder, { recursive: true });
  else renameSync(folder, made);
  const late = chunks.filter(({ isDynamicEntry }) => isDynamicEntry).map(({ fileName }) => fileName);
  replace(join(dist, "load.js"), starter(current, [...late, "main.js"]));
  replace(entry, `${starter(current, [])}${startOf(current, hasWorkers(root, service))}`);
  replace(join(dist, LIST), [current, ...[...inputs.keys()].sort()].join("\n"));
  removeOldBuilds(dist, current);
  return { entry, made: true };
}

async function build(root: string, main: string, folder: string) {
  const read = new Map<string, string>();
  const places: Plugin = {
    name: "places",
    transform(code, id) {
      const [file = ""] = id.split("?");
      if (!file.startsWith(sep)) return null; // a part of the bundler
      read.set(file, code);
      const placed = withPlace(code, file, folder);
      return placed === code ? null : { code: placed, map: null };
    },
  };
  const outside: Plugin = {
    name: "outside",
    async resolveId(name, importer) {
      if (ABSENT.has(name)) return { id: name, external: true };
      if (importer === undefined || !OUTSIDE.test(name)) return null;
      // By its path: the bundle is not in the package that depends on it.
      const found = await this.resolve(name, importer, { skipSelf: true });
      if (found === null) throw new Error(`${name}, which ${importer} imports, is not installed`);
      return { id: found.id, external: "absolute" };
    },
  };
  const made = await rolldown({
    input: {
      main,
      [STACK_TRACES]: join(import.meta.dirname, `${STACK_TRACES}.ts`),
      [WORKERS]: join(SERVICE, WORKERS, "main.ts"),
    },
    platform: "node",
    plugins: [outside, withoutLateExports, onlyUsedCommands(join(root, "packages", "ephemeral", "src")), places],
    // A slow machine is no fault of a build.
    checks: { bundlerTimings: false },
    onLog(level, { message }) {
      if (level === "warn") throw new Error(message);
    },
  });
  try {
    const { output } = await made.write({
      dir: folder,
      format: "esm",
      paths: (id) => (isAbsolute(id) ? relative(folder, id).split(sep).join(posix.sep) : id),
      sourcemap: true,
      sourcemapExcludeSources: true,
      comments: false,
      codeSplitting: { groups: [BUILTINS] },
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      entryFileNames: "[name].js",
      chunkFileNames: "[name]-[hash].js",
    });
    const chunks = output.filter((one): one is OutputChunk => one.type === "chunk");
    // Here, because the bundler writes them as characters.
    for (const { fileName, code } of chunks) writeFileSync(join(folder, fileName), inOneByte(code));
    return { chunks, read };
  } finally {
    await made.close();
  }
}

/** What starts a build: errors name the files and lines of the sources, and what Node.js compiled is kept beside it. */
const starter = (build: string, files: readonly string[]) => `import module from "node:module";
import { nameSources } from "./${build}/${STACK_TRACES}.js";
nameSources(new URL("./${build}/", import.meta.url).href);
module.enableCompileCache(\`\${import.meta.dirname}/${build}/${COMPILE_CACHE}\`);
${files.map((file) => `await import("./${build}/${file}");\n`).join("")}`;

/**
 * The service, or what starts it several times (decision 253). One without the variable cannot share its ports, and has
 * its sessions in one process, so it takes no notice of a variable that is meant for another service.
 */
const startOf = (build: string, hasWorkers: boolean) =>
  !hasWorkers
    ? `await import("./${build}/main.js");\n`
    : `const { WORKERS, WORKER } = process.env;
await (Number(WORKERS) > 1 && !WORKER ? import("./${build}/${WORKERS}.js") : import("./${build}/main.js"));
`;

/** Whether the manifest of a service declares the variable WORKERS, which its configuration reads. */
function hasWorkers(root: string, service: string): boolean {
  const manifest = JSON.parse(readFileSync(join(root, "apps", service, "package.json"), "utf8"));
  return manifest.countersign?.workers === true;
}

function isCurrent(root: string, dist: string): boolean {
  if (!existsSync(join(dist, LIST))) return false;
  const [build = "", ...inputs] = readFileSync(join(dist, LIST), "utf8").split("\n");
  const files = inputs.map((file) => [file, join(root, file)] as const);
  if (!existsSync(join(dist, build)) || !files.every(([, path]) => existsSync(path))) return false;
  return fingerprint(new Map(files.map(([file, path]) => [file, readFileSync(path, "utf8")]))) === build;
}

/** What also decides what a bundle is. */
function inputsBesideSources(root: string): string[] {
  const here = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const manifests = ["apps", "packages"].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name, "package.json")),
  );
  return [join(root, "pnpm-lock.yaml"), ...manifests, ...here.map((name) => join(import.meta.dirname, name))].filter(
    existsSync,
  );
}

function fingerprint(inputs: ReadonlyMap<string, string>): string {
  const hash = createHash("sha256");
  for (const [file, text] of [...inputs].sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(`\0${file}\0${text}`);
  return hash.digest("hex").slice(0, 16);
}

/** Two starts at once write the same: each reader finds a whole file. */
function replace(file: string, text: string): void {
  const next = `${file}.${process.pid}`;
  writeFileSync(next, text);
  renameSync(next, file);
}

function removeOldBuilds(dist: string, current: string): void {
  const builds = readdirSync(dist, { withFileTypes: true })
    .filter((one) => one.isDirectory() && one.name !== current && !one.name.startsWith(UNFINISHED))
    .map(({ name }) => ({ name, at: statSync(join(dist, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  for (const { name } of builds.slice(KEPT_BUILDS - 1)) rmSync(join(dist, name), { recursive: true, force: true });
}
