// `npm run test:upgrade`: upgrades from the release before under traffic, back, and forwards again; see packages/chaos.
// `-- v0.2.0` says from which tag or commit. More options are those of packages/chaos: `--quick` is shorter, and goes on
// with the quick faults.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { become, bootstrap, giveUp, pinnedNode, root, run, toolEnvironment } from "./bootstrap.mjs";
import { releaseBefore } from "./release-before.mjs";
import { findHaproxy, findNginx, findRedis } from "./test-tools.mjs";

const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 }).trim();

/** The commit of the release before, by the history. */
function newest() {
  try {
    const { version, commit } = releaseBefore();
    console.log(`The release before is ${version}, ${commit.slice(0, 12)}`);
    return commit;
  } catch (error) {
    return giveUp(error.message);
  }
}

/** The folder of a release, with its packages installed. It is kept, but not in node_modules: Node strips no types there. */
async function folderOf(release) {
  const commit = git("rev-parse", "--short=12", `${release}^{commit}`);
  const folder = join(root, ".cache", "releases", commit);
  if (!existsSync(join(folder, "package.json"))) {
    mkdirSync(folder, { recursive: true });
    const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync("tar", ["--extract", "--directory", folder], { input: archive });
  }
  // The services of a deployment start from bundles, which later ones of 0.1.0 have only.
  if (!existsSync(join(folder, "packages", "bundle")))
    giveUp(`${release} has no bundles. upgrade.test.ts tries the upgrade from such a version, without traffic.`);
  const install = `import("./scripts/bootstrap.mjs").then(({ bootstrap }) => bootstrap())`;
  if ((await run(process.execPath, ["-e", install], { cwd: folder })) !== 0)
    giveUp(`The packages of ${release} could not be installed.`);
  return folder;
}

await bootstrap();
for (const [name, find] of Object.entries({ redis: findRedis, nginx: findNginx, haproxy: findHaproxy })) {
  if ((await find(console.log)) === undefined) giveUp(`This needs ${name}, which could not be installed.`);
}
const [first, ...rest] = process.argv.slice(2);
const isNamed = first !== undefined && !first.startsWith("-");
const folder = await folderOf(isNamed ? first : newest());
const program = join(root, "packages", "chaos", "src", "main.ts");
become(pinnedNode, [program, "--before", folder, ...(isNamed ? rest : process.argv.slice(2))], toolEnvironment());
