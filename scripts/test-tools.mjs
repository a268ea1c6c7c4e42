// The programs that the tests need in addition to our own packages: a browser, a Redis and balancers. If one is not
// found, it is installed if possible.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { root, run, toolEnvironment } from "./bootstrap.mjs";

/** A Chromium without windows: a new context costs a fifth of the processor time that it costs in one with windows. */
const SHELL = "chromium-headless-shell";
const BROWSER_NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
const MAC_BROWSERS = ["Google Chrome.app/Contents/MacOS/Google Chrome", "Chromium.app/Contents/MacOS/Chromium"];
const REDIS_NAMES = ["redis-server", "valkey-server"];
// In a folder that only root has in PATH.
const DEBIANS_NGINX = "/usr/sbin/nginx";
const DEBIANS_HAPROXY = "/usr/sbin/haproxy";

/**
 * Finds a Chrome or Chromium: CHROMIUM_PATH, else one without windows, which is installed if we are root, else an
 * installed one, else Playwright's own, else the distribution's if we are root.
 *
 * @returns {Promise<string | undefined>} its path, or undefined if none is available
 */
export async function findBrowser(say) {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== "") {
    if (works(named)) return named;
    say(`CHROMIUM_PATH is ${named}, which does not run: looking for another browser.`);
  }
  const shell = () => [inPath(SHELL)].find((path) => path !== undefined && works(path));
  if (shell() === undefined) await aptInstall(SHELL, say);
  const installed = () => shell() ?? installedBrowsers().find(works);
  const found = installed() ?? playwrightBrowser();
  if (found !== undefined) return found;

  say("No Chrome or Chromium is installed: asking Playwright for one");
  const e2e = join(root, "e2e");
  const code = await run(join(e2e, "node_modules", ".bin", "playwright"), ["install", "chromium"], {
    cwd: e2e,
    env: toolEnvironment(),
  });
  const downloaded = code === 0 ? playwrightBrowser() : undefined;
  if (downloaded !== undefined) return downloaded;

  await aptInstall("chromium", say);
  return installed();
}

/**
 * Finds an installed redis-server or valkey-server, else installs Debian's package if we are root.
 *
 * @returns {Promise<string | undefined>} its path, or undefined if none is available
 */
export async function findRedis(say) {
  const installed = () => REDIS_NAMES.map(inPath).find((path) => path !== undefined);
  if (installed() === undefined) await aptInstall("redis-server", say);
  return installed();
}

/**
 * Finds an installed nginx, else installs Debian's package if we are root.
 *
 * @returns {Promise<string | undefined>} its path, or undefined if none is available
 */
export async function findNginx(say) {
  const installed = () => inPath("nginx") ?? (isExecutable(DEBIANS_NGINX) ? DEBIANS_NGINX : undefined);
  if (installed() === undefined) await aptInstall("nginx-light", say);
  return installed();
}

/**
 * Finds an installed HAProxy, else installs Debian's package if we are root.
 *
 * @returns {Promise<string | undefined>} its path, or undefined if none is available
 */
export async function findHaproxy(say) {
  const installed = () => inPath("haproxy") ?? (isExecutable(DEBIANS_HAPROXY) ? DEBIANS_HAPROXY : undefined);
  if (installed() === undefined) await aptInstall("haproxy", say);
  return installed();
}

/**
 * Shells that the operator's command completes in, and what tries the alert rules, the proxies, the units and the
 * configuration of backups: each with Debian's package.
 */
const PROGRAMS = {
  ...{ zsh: "zsh", fish: "fish", promtool: "prometheus", caddy: "caddy", "systemd-analyze": "systemd" },
  ...{ pgbackrest: "pgbackrest", haproxy: "haproxy" },
};

/**
 * Finds the programs that single tests run, else installs Debian's packages if we are root.
 *
 * @returns {Promise<string[]>} the names of those that could not be had
 */
export async function missingTools(say) {
  const missing = () => Object.keys(PROGRAMS).filter((name) => inPath(name) === undefined);
  for (const name of missing()) await aptInstall(PROGRAMS[name], say);
  return missing();
}

const NODE_20 = "20.20.2";

/**
 * Finds a Node.js 20, on which the published package is tested: the one that runs this, an installed one, else the npm
 * package `node`, kept in node_modules/.cache.
 *
 * @returns {Promise<string | undefined>} its path, or undefined if none is available
 */
export async function findNode20(say) {
  const isNode20 = (path) => versionOf(path)?.startsWith("v20.") === true;
  const installed = [process.execPath, inPath("node")].find((path) => path !== undefined && isNode20(path));
  if (installed !== undefined) return installed;

  const folder = join(root, "node_modules", ".cache", `node-${NODE_20}`);
  const path = join(folder, "node_modules", "node", "bin", "node");
  if (isNode20(path)) return path;

  say(`Installing Node.js ${NODE_20} from npm`);
  const args = ["install", "--prefix", folder, "--prefer-offline", "--no-audit", "--no-fund", `node@${NODE_20}`];
  const code = await run("npm", args, { env: toolEnvironment() });
  return code === 0 && isNode20(path) ? path : undefined;
}

const versionOf = (path) => spawnSync(path, ["--version"], { encoding: "utf8" }).stdout?.trim();

/**
 * Installs Debian's packages of the relying parties that e2e/relying-parties tests, if they are missing and we are
 * root.
 */
export async function installRelyingParties(say) {
  if (!existsSync("/usr/lib/apache2/modules/mod_auth_openidc.so")) await aptInstall("libapache2-mod-auth-openidc", say);
  const python = spawnSync("/usr/bin/python3", ["-c", "import authlib, requests"], { stdio: "ignore" });
  if (python.status !== 0) await aptInstall("python3-authlib", say, "python3-requests");
  await installScim2(say);
}

/**
 * Installs Rotel, a collector of OpenTelemetry, and what reads its messages. Its program is among the modules of its
 * package. Without Python, its test is skipped.
 */
export async function installCollector(say) {
  const requirements = join(root, "e2e", "support", "observed", "requirements.txt");
  await pythonEnvironment("rotel", requirements, say, "Rotel", join("bin", "python"));
}

/** Installs the tests of SCIM. Without Python, they are skipped. */
async function installScim2(say) {
  await pythonEnvironment("scim2", join(root, "e2e", "relying-parties", "scim2-requirements.txt"), say, "scim2-cli");
}

/**
 * Installs packages of PyPI at exact versions, in an environment of their own below node_modules/.cache.
 *
 * @param {string} program the command that they bring, or what the environment is named after
 * @param {string} file what is there when they are installed, by default the command
 * @returns {Promise<string | undefined>} its path, or undefined if it could not be had
 */
export async function pythonEnvironment(program, requirements, say, title = program, file = join("bin", program)) {
  const folder = join(root, "node_modules", ".cache", program);
  const path = join(folder, file);
  if (existsSync(path)) return path;
  say(`Installing ${title} from PyPI`);
  const make = () => run("python3", ["-m", "venv", folder], { env: toolEnvironment() });
  if ((await make()) !== 0) {
    await aptInstall("python3-venv", say);
    if ((await make()) !== 0) return undefined;
  }
  const args = ["install", "--quiet", "--disable-pip-version-check", "--no-deps", "--requirement", requirements];
  // Half an environment would be taken for a whole one the next time.
  if ((await run(join(folder, "bin", "pip"), args, { env: toolEnvironment() })) !== 0)
    rmSync(folder, { recursive: true, force: true });
  return existsSync(path) ? path : undefined;
}

function installedBrowsers() {
  const applications = ["/Applications", join(homedir(), "Applications")].flatMap((folder) =>
    MAC_BROWSERS.map((path) => join(folder, path)),
  );
  return [...BROWSER_NAMES.map(inPath), "/opt/google/chrome/chrome", ...applications].filter(
    (path) => path !== undefined,
  );
}

function playwrightBrowser() {
  const ask = 'import("@playwright/test").then(({ chromium }) => console.log(chromium.executablePath()))';
  const { stdout } = spawnSync(process.execPath, ["-e", ask], {
    cwd: join(root, "e2e"),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const path = (stdout ?? "").trim();
  return path !== "" && works(path) ? path : undefined;
}

// A program that lacks a system library exists, but does not run.
function works(path) {
  return spawnSync(path, ["--version", "--no-sandbox"], { stdio: "ignore", timeout: 30_000 }).status === 0;
}

/** The path of a program, in PATH or where programs usually are; undefined if it is nowhere. */
export function inPath(name) {
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter),
    "/usr/bin",
    "/usr/local/bin",
    "/opt/homebrew/bin",
    "/snap/bin",
  ];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs Debian's packages, if we are root. */
export async function aptInstall(name, say, ...others) {
  if (process.getuid?.() !== 0 || inPath("apt-get") === undefined) return;
  say(`Installing Debian's package ${name}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const install = ["install", "--yes", "--no-install-recommends", name, ...others];
  if ((await run("apt-get", install, { env })) === 0) return;
  await run("apt-get", ["update"], { env }); // the package lists of a fresh machine are missing or out of date
  await run("apt-get", install, { env });
}
