// `npm run bench`: installs what is missing, including the benchmark's own packages, then runs the benchmark.
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { become, bootstrap, giveUp, pinnedNode, root, run, toolEnvironment } from "./bootstrap.mjs";

const args = process.argv.slice(2);
await bootstrap();

const bench = join(root, "bench");
const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const install = ["--yes", "--prefer-offline", packageManager, "install", "--frozen-lockfile"];
const code = await run("npx", install, { cwd: bench, env: { ...process.env, CI: "true" } });
if (code !== 0) giveUp("Installing the benchmark's packages failed, its reason is above.");

// The load generator and the stores run on one core, the servers on the other. Replicas and crowds are measured on all cores.
const pinned =
  existsSync("/usr/bin/taskset") &&
  availableParallelism() > 1 &&
  !["--replicas", "--crowds"].some((mode) => args.includes(mode));
const command = [pinnedNode, join(bench, "src", "main.ts"), ...args];
const [program, ...rest] = pinned ? ["taskset", "-c", "1", ...command] : command;
become(program, rest, toolEnvironment());
