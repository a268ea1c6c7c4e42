// Makes a package of this workspace for npm, in its folder dist/: JavaScript, types, README and licence, with a manifest that names them.
//   node scripts/build-package.mjs packages/guard && npm pack packages/guard/dist
import { spawnSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./workspace.mjs";

const [name = ""] = process.argv.slice(2);
const folder = join(root, name);
const dist = join(folder, "dist");

rmSync(dist, { recursive: true, force: true });
const tsc = spawnSync(join(root, "node_modules", ".bin", "tsc"), ["--project", "tsconfig.build.json"], {
  cwd: folder,
  stdio: "inherit",
});
if (tsc.status !== 0) process.exit(1);

// tsc rewrites the paths of imports in JavaScript, and not in types.
for (const file of readdirSync(dist, { recursive: true }).filter((name) => name.endsWith(".d.ts"))) {
  const types = readFileSync(join(dist, file), "utf8");
  writeFileSync(join(dist, file), types.replace(/(from "\.{1,2}\/[^"]*)\.ts"/g, '$1.js"'));
}

const {
  name: published,
  version,
  description,
  license,
  type,
  exports,
  dependencies,
} = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const isPublic = ([path]) => path !== "./parts"; // for packages of this workspace
const built = (source) => source.replace("./src/", "./").replace(/\.ts$/, "");
const manifest = {
  name: published,
  version,
  description,
  license,
  type,
  sideEffects: false,
  engines: { node: ">=20.19" },
  exports: Object.fromEntries(
    Object.entries(exports)
      .filter(isPublic)
      .map(([path, source]) => [path, { types: `${built(source)}.d.ts`, default: `${built(source)}.js` }]),
  ),
  ...(dependencies && { dependencies }),
};
writeFileSync(join(dist, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
copyFileSync(join(folder, "README.md"), join(dist, "README.md"));
copyFileSync(join(root, "LICENSE"), join(dist, "LICENSE"));
