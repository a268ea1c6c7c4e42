// Stores that `npm run test:chaos` may be asked for: PgBouncer, and Patroni with etcd. Each is found or installed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run, toolEnvironment } from "./bootstrap.mjs";
import { aptInstall, inPath } from "./test-tools.mjs";

const CACHE = join(root, "node_modules", ".cache");
const DEBIANS_PGBOUNCER = "/usr/sbin/pgbouncer";

/** Prepared statements by name work from this version on. */
const [MAJOR, MINOR] = [1, 21];
/** A release of Debian that has it, and what it needs of that release. */
const NEWER = "trixie";
const PACKAGES = [
  ...["pgbouncer", "libc6", "libcares2", "libevent-2.1-7t64", "libpam0g", "libssl3t64", "libsystemd0", "libaudit1"],
  ...["libcap-ng0", "libcap2", "libzstd1", "zlib1g"],
];

/**
 * Finds a PgBouncer of 1.21 or newer: an installed one, else Debian's, else that of a newer Debian in a folder of its
 * own.
 *
 * @returns {Promise<string | undefined>} its path, or undefined if none is available
 */
export async function findPgbouncer(say) {
  const installed = () => [inPath("pgbouncer"), DEBIANS_PGBOUNCER].find((path) => path !== undefined && isNew(path));
  if (installed() !== undefined) return installed();
  if (newEnough(candidateOf("pgbouncer"))) {
    await aptInstall("pgbouncer", say);
    if (installed() !== undefined) return installed();
  }
  const folder = join(CACHE, "pgbouncer");
  const path = join(folder, "pgbouncer");
  if (existsSync(path) && isNew(path)) return path;
  say(`Fetching PgBouncer of Debian ${NEWER}, because that of this one is older than ${MAJOR}.${MINOR}`);
  await unpack(folder);
  return existsSync(path) && isNew(path) ? path : undefined;
}

const isNew = (path) => newEnough(spawnSync(path, ["--version"], { encoding: "utf8" }).stdout ?? "");

function newEnough(text) {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(text) ?? [];
  return Number(major) > MAJOR || (Number(major) === MAJOR && Number(minor) >= MINOR);
}

const candidateOf = (name) =>
  /Candidate: (\S+)/.exec(spawnSync("apt-cache", ["policy", name], { encoding: "utf8" }).stdout ?? "")?.[1] ?? "";

/** Unpacks the packages without installing them, and makes a command that uses their libraries. */
async function unpack(folder) {
  rmSync(folder, { recursive: true, force: true });
  const [lists, cache, debs, files] = ["lists", "cache", "debs", "files"].map((name) => join(folder, name));
  for (const made of [join(lists, "partial"), join(cache, "archives", "partial"), debs, files]) {
    mkdirSync(made, { recursive: true });
  }
  const source = join(folder, "newer.list");
  const signed = "/usr/share/keyrings/debian-archive-keyring.gpg";
  writeFileSync(source, `deb [signed-by=${signed}] http://deb.debian.org/debian ${NEWER} main\n`);
  const settings = {
    "Dir::Etc::sourcelist": source,
    "Dir::Etc::sourceparts": "-",
    "Dir::State::lists": lists,
    "Dir::Cache": cache,
    "APT::Sandbox::User": "root",
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
  const apt = (...args) => run("apt-get", ["-qq", ...options, ...args], { cwd: debs, env: process.env });
  if ((await apt("update")) !== 0 || (await apt("download", ...PACKAGES)) !== 0) return;
  for (const deb of readdirSync(debs)) await run("dpkg-deb", ["-x", join(debs, deb), files], { env: process.env });
  const libraries = readdirSync(join(files, "usr", "lib")).find((name) => name.endsWith("-linux-gnu")) ?? "";
  const place = join(files, "usr", "lib", libraries);
  const loader = readdirSync(place).find((name) => name.startsWith("ld-linux")) ?? "";
  const program = join(files, "usr", "sbin", "pgbouncer");
  const command = `exec "${join(place, loader)}" --library-path "${place}" "${program}" "$@"`;
  writeFileSync(join(folder, "pgbouncer"), `#!/bin/sh\n${command}\n`, { mode: 0o755 });
  for (const spent of [lists, cache, debs]) rmSync(spent, { recursive: true, force: true });
}

const SYSTEMS_PYTHON = "/usr/bin/python3";
const SERVERS = "/usr/lib/postgresql";

/**
 * Finds Patroni in an environment of its own, an etcd, and the programs of a PostgreSQL server.
 *
 * @returns {Promise<{ patroni?: string, etcd?: string, binaries?: string }>} what is available
 */
export async function findPatroni(say) {
  if (inPath("etcd") === undefined) await aptInstall("etcd-server", say);
  const binaries = await findPostgres(say);
  return {
    patroni: await patroniIn(join(CACHE, "patroni"), say),
    etcd: inPath("etcd"),
    ...(binaries !== undefined && { binaries }),
  };
}

/**
 * Finds the programs of the system's newest PostgreSQL, else installs Debian's package if we are root.
 *
 * @returns {Promise<string | undefined>} their folder, or undefined if none is available
 */
export async function findPostgres(say) {
  const servers = () =>
    (existsSync(SERVERS) ? readdirSync(SERVERS) : []).map(Number).filter((version) => version >= 15);
  if (servers().length === 0) await aptInstall("postgresql", say);
  const [newest] = servers().sort((a, b) => b - a);
  return newest === undefined ? undefined : join(SERVERS, String(newest), "bin");
}

/** Finds an installed pgBackRest, else installs Debian's package if we are root. */
export async function findPgbackrest(say) {
  if (inPath("pgbackrest") === undefined) await aptInstall("pgbackrest", say);
  return inPath("pgbackrest");
}

async function patroniIn(folder, say) {
  const path = join(folder, "bin", "patroni");
  if (existsSync(path)) return path;
  say("Installing Patroni from PyPI");
  // The account that PostgreSQL runs as must be able to run it: that of the system, not one in a folder of root.
  const python = existsSync(SYSTEMS_PYTHON) ? SYSTEMS_PYTHON : "python3";
  const make = () => run(python, ["-m", "venv", "--clear", folder], { env: toolEnvironment() });
  if ((await make()) !== 0) await aptInstall("python3-venv", say).then(make);
  const requirements = join(root, "packages", "chaos", "patroni-requirements.txt");
  const args = ["install", "--quiet", "--disable-pip-version-check", "--no-deps", "--requirement", requirements];
  await run(join(folder, "bin", "pip"), args, { env: toolEnvironment() });
  return existsSync(path) ? path : undefined;
}
