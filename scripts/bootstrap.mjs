// Prepares a fresh clone: installs packages and generates the database client. It does nothing twice.
// It is plain JavaScript without dependencies, because it runs on the machine's own Node before anything is
// installed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = [20, 19];

/** The folder of the workspace. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The pinned Node, which runs everything else. */
export const pinnedNode = join(root, "node_modules", ".bin", "node");

const stamps = join(root, "node_modules", ".countersign");
const installStamp = join(stamps, "installed");
const generateStamp = join(stamps, "generated");
// This file is outside of node_modules, because it says that node_modules is incomplete.
const installing = join(root, ".installing");

/** Prints one sentence and ends the program. */
export function giveUp(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

/**
 * Installs and generates what is missing or out of date. Returns at once if nothing is.
 *
 * @param {(line: string) => void} say receives a line for each action
 */
export async function bootstrap(say = console.log) {
  refuseOldNode();
  await install(say);
  await generate(say);
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  giveUp(
    `Node ${OLDEST_NODE.join(".")} or newer is needed, this is ${process.versions.node}: install a current one from https://nodejs.org.`,
  );
}

async function install(say) {
  refuseSecondInstall();
  const wanted = fingerprint(installInputs());
  const interrupted = existsSync(installing);
  if (!interrupted && isStamped(installStamp, wanted) && existsSync(pinnedNode)) return;

  if (interrupted) {
    say("An earlier installation was interrupted: starting over.");
    removeModules();
  }
  say("Installing packages (the first time takes a minute)");
  try {
    writeFileSync(installing, `${process.pid}\n`);
    rmSync(installStamp, { force: true });
  } catch (error) {
    giveUp(`${root} cannot be written (${error.code}): make it yours (chown), or clone into a folder of yours.`);
  }

  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  // Without --loglevel, a Node older than the pinned one is warned of once for each package that asks for a newer one.
  // It only installs: the pinned Node runs everything.
  const args = ["--yes", "--prefer-offline", packageManager, "install", "--frozen-lockfile", "--loglevel=error"];
  // With CI set, pnpm asks no questions, because there is no one to answer them.
  const code = await run("npx", args, { env: { ...cleanEnvironment(), CI: "true" } });
  if (code !== 0)
    giveUp(
      "Installing the packages failed, its reason is above. Once it can reach the npm registry (or your mirror of it), run this again.",
    );
  stamp(installStamp, wanted);
  rmSync(installing, { force: true });
}

async function generate(say) {
  const database = join(root, "packages", "database");
  const script = join(database, "scripts", "generate.mjs");
  if (!existsSync(script)) return;
  const inputs = [join(database, "package.json"), script, ...filesBelow(join(database, "prisma"), ".prisma")];
  const wanted = fingerprint(inputs);
  if (isStamped(generateStamp, wanted) && existsSync(join(database, "src", "generated"))) return;

  say("Generating the database client");
  const code = await run(pinnedNode, [script], { cwd: database, env: toolEnvironment() });
  if (code !== 0) giveUp("Generating the database client failed, its reason is above.");
  stamp(generateStamp, wanted);
}

/** Prevents two installations at the same time, because they would damage each other. */
function refuseSecondInstall() {
  if (!existsSync(installing)) return;
  const pid = Number(readFileSync(installing, "utf8"));
  if (pid > 1 && pid !== process.pid && isBootstrap(pid))
    giveUp(`Another start (process ${pid}) is installing the packages: wait for it, then run this again.`);
}

// Without /proc, any live process counts as a bootstrap. The message names its pid.
function isBootstrap(pid) {
  try {
    process.kill(pid, 0);
    return (
      !existsSync("/proc/self/cmdline") ||
      /(start|test|countersign)\.mjs/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"))
    );
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** The folders of the workspace's packages. */
export function packageFolders() {
  const groups = ["apps", "packages"].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name)),
  );
  return [...groups, join(root, "e2e")].filter((folder) => existsSync(join(folder, "package.json")));
}

function installInputs() {
  const manifests = [root, ...packageFolders()].map((folder) => join(folder, "package.json"));
  return [join(root, "pnpm-lock.yaml"), join(root, "pnpm-workspace.yaml"), ...manifests];
}

function removeModules() {
  for (const folder of [root, ...packageFolders()])
    rmSync(join(folder, "node_modules"), { recursive: true, force: true });
}

function filesBelow(folder, ending) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

function fingerprint(files) {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  for (const file of files) hash.update(`\0${file}\0`).update(existsSync(file) ? readFileSync(file) : "");
  return hash.digest("hex");
}

function isStamped(file, wanted) {
  return existsSync(file) && readFileSync(file, "utf8") === wanted;
}

function stamp(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/**
 * The environment without the PATH entries of an earlier installation, because that installation may be the one that
 * is being replaced.
 */
function cleanEnvironment() {
  const path = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !folder.startsWith(join(root, "node_modules")));
  return { ...process.env, PATH: path.join(delimiter) };
}

/** The environment for the tools of the workspace: the pinned Node comes first in PATH, and telemetry is off. */
export function toolEnvironment() {
  const { PATH, ...rest } = cleanEnvironment();
  return {
    ...rest,
    PATH: [join(root, "node_modules", ".bin"), PATH].join(delimiter),
    TURBO_TELEMETRY_DISABLED: "1",
    TURBO_NO_UPDATE_NOTIFIER: "1",
    DO_NOT_TRACK: "1",
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
  };
}

/**
 * Runs a program to its end on the terminal of this process.
 *
 * @returns {Promise<number>} its exit code; 127 if the program cannot be run
 */
export function run(program, args, { cwd = root, env = process.env } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: "inherit" });
    child.once("error", (error) => {
      console.error(`${program} cannot be run: ${error.message}`);
      resolve(127);
    });
    child.once("close", (code) => resolve(code ?? 1));
  });
}

/**
 * Runs another program in place of this one. Signals are forwarded to it, and its exit code becomes ours. The
 * program holds the other end of an IPC channel, so it is notified if this process or its parent is killed.
 */
export function become(program, args, env) {
  const child = spawn(program, args, { env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));

  // npm waits for this process. If npm has ended while this process runs, npm was killed, and no process is left to
  // stop
  // us.
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 1000);
  if (process.env.npm_lifecycle_event === undefined) clearInterval(watch);

  child.once("error", (error) => giveUp(`${program} cannot be run: ${error.message}`));
  child.once("close", (code) => process.exit(code ?? 1));
}
