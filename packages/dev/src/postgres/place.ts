/** Where a data directory's files are, also when root starts a server that may not enter root's folders. */
import { createHash, randomBytes } from "node:crypto";
import { chmod, chown, cp, mkdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { codeOf, explainWrite } from "../failure.ts";
import { type Account, canEnter, postgresAccount } from "./account.ts";
import { type Binaries, installedBinaries } from "./binaries.ts";
import { stopLiveServer } from "./live-server.ts";

/** For what an unprivileged server must reach although it belongs to a folder that only root can enter. */
const REACHABLE_ROOT = "/var/lib/countersign-dev";

export interface Place {
  /** The folder the caller named: port, password and log are here. */
  readonly dataDir: string;
  /** A folder the server can enter: `dataDir`, or one under /var/lib. */
  readonly serverDir: string;
  /** PostgreSQL's own data directory, in `serverDir`. */
  readonly cluster: string;
  readonly binaries: Binaries;
  readonly account: Account;
}

/**
 * Makes the data directory and decides where server and binaries live.
 *
 * @param log receives one line when they live elsewhere
 * @throws a failure when the folder cannot be written
 */
export async function preparePlace(named: string, log: (line: string) => void): Promise<Place> {
  const account = postgresAccount();
  try {
    await mkdir(named, { recursive: true });
    const dataDir = await realpath(named); // one name, so that a live server is recognised by it
    const serverDir = await reachableServerDir(dataDir, account, log);
    const binaries = await reachableBinaries(account);
    return { dataDir, serverDir, cluster: join(serverDir, "cluster"), binaries, account };
  } catch (error) {
    throw explainWrite(error, named);
  }
}

/** The folder under /var/lib that stands for a path. */
function stewardOf(path: string): string {
  return join(REACHABLE_ROOT, createHash("sha256").update(path).digest("hex").slice(0, 16));
}

async function reachableServerDir(dataDir: string, account: Account, log: (line: string) => void): Promise<string> {
  if (account.uid === undefined || canEnter(account, dataDir)) return dataDir;

  const serverDir = stewardOf(dataDir);
  await mkdir(serverDir, { recursive: true, mode: 0o755 });
  await chmod(REACHABLE_ROOT, 0o755); // whatever root's umask is
  await chmod(serverDir, 0o755);

  // A clone that was deleted and made again at the same path is another one: its keys do not open the old data.
  const twin = await twinMark(dataDir);
  const mark = join(serverDir, "belongs-to");
  if ((await readIfThere(mark)) !== twin) {
    await stopLiveServer(join(serverDir, "cluster"));
    await rm(serverDir, { recursive: true, force: true });
    await mkdir(serverDir, { mode: 0o755 });
    await chmod(serverDir, 0o755);
    await writeFile(mark, twin);
    log(`PostgreSQL cannot run as root nor enter ${dataDir}: its data is in ${serverDir} instead.`);
  }
  return serverDir;
}

/** A text that only this incarnation of the data directory has. */
async function twinMark(dataDir: string): Promise<string> {
  const file = join(dataDir, "id");
  const known = await readIfThere(file);
  if (known !== undefined) return known;

  const made = `${dataDir}\n${randomBytes(16).toString("hex")}\n`;
  await writeFile(file, made);
  return made;
}

async function reachableBinaries(account: Account): Promise<Binaries> {
  const installed = await installedBinaries();
  if (account.uid === undefined || canEnter(account, installed.postgres)) return installed;

  const folder = join(stewardOf(installed.folder), "native");
  const copied = {
    folder,
    initdb: join(folder, "bin", basename(installed.initdb)),
    postgres: join(folder, "bin", basename(installed.postgres)),
  };
  if (await sameFile(installed.postgres, copied.postgres)) return copied;

  // Renamed into place when complete: an interrupted copy is not taken for a whole one.
  const partial = `${folder}.${randomBytes(6).toString("hex")}`;
  await mkdir(partial, { recursive: true, mode: 0o755 });
  await cp(installed.folder, partial, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  await Promise.all([REACHABLE_ROOT, stewardOf(installed.folder), partial].map((path) => chmod(path, 0o755)));
  await rm(folder, { recursive: true, force: true });
  await rename(partial, folder);
  return copied;
}

async function sameFile(one: string, other: string): Promise<boolean> {
  try {
    const [a, b] = await Promise.all([stat(one), stat(other)]);
    return a.size === b.size && Math.abs(a.mtimeMs - b.mtimeMs) < 1000;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}

/** A file's text, or undefined when there is no such file. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

/** Gives a path to the server's account, when that is not ours. */
export async function giveTo(account: Account, path: string): Promise<void> {
  if (account.uid !== undefined && account.gid !== undefined) await chown(path, account.uid, account.gid);
}
