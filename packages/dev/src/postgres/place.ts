/**
 * The location of the files of a data directory. It also works if root starts a server that may not enter root's
 * folders.
 */
import { createHash, randomBytes } from "node:crypto";
import { chmod, chown, cp, mkdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { codeOf, explainWrite } from "../failure.ts";
import { type Account, canEnter, postgresAccount } from "./account.ts";
import { type Binaries, installedBinaries } from "./binaries.ts";
import { stopLiveServer } from "./live-server.ts";

/** For files that an unprivileged server must reach, although they belong to a folder that only root can enter. */
const REACHABLE_ROOT = "/var/lib/countersign-dev";

export interface Place {
  /** The folder that the caller named. It holds the port, the password and the log. */
  readonly dataDir: string;
  /** A folder that the server can enter: `dataDir`, or a folder under /var/lib. */
  readonly serverDir: string;
  /** PostgreSQL's own data directory, in `serverDir`. */
  readonly cluster: string;
  readonly binaries: Binaries;
  readonly account: Account;
}

/**
 * Makes the data directory and decides where the server and the binaries are.
 *
 * @param log receives one line if they are elsewhere
 * @throws a failure when the folder is not writable
 */
export async function preparePlace(named: string, log: (line: string) => void): Promise<Place> {
  const account = postgresAccount();
  try {
    await mkdir(named, { recursive: true });
    const dataDir = await realpath(named); // one name, so that a live server can be recognised by it
    const serverDir = await reachableServerDir(dataDir, account, log);
    const binaries = await reachableBinaries(account);
    return { dataDir, serverDir, cluster: join(serverDir, "cluster"), binaries, account };
  } catch (error) {
    throw explainWrite(error, named);
  }
}

/**
 * The place of another server, in a folder beside that of the first. What was found out for the first holds here, too:
 * finding it out again would block the process while programs run.
 */
export async function placeBeside(place: Place, named: string): Promise<Place> {
  if (place.serverDir !== place.dataDir) return await preparePlace(named, () => {});

  await mkdir(named, { recursive: true });
  const dataDir = await realpath(named);
  return { ...place, dataDir, serverDir: dataDir, cluster: join(dataDir, "cluster") };
}

/** The folder under /var/lib that replaces a path. */
function stewardOf(path: string): string {
  return join(REACHABLE_ROOT, createHash("sha256").update(path).digest("hex").slice(0, 16));
}

async function reachableServerDir(dataDir: string, account: Account, log: (line: string) => void): Promise<string> {
  if (account.uid === undefined || canEnter(account, dataDir)) return dataDir;

  const serverDir = stewardOf(dataDir);
  await mkdir(serverDir, { recursive: true, mode: 0o755 });
  await chmod(REACHABLE_ROOT, 0o755); // independent of root's umask
  await chmod(serverDir, 0o755);

  // A clone that was deleted and made again at the same path is a different clone: its keys cannot decrypt the old
  // data.
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

/** A text that differs for each data directory, even if a new one has the path of a deleted one. */
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

  // The copy is renamed when it is complete, so that an interrupted copy is not mistaken for a complete one.
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

/** The text of a file, or undefined if there is no such file. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

/** Makes the server's account the owner of a path, if that account is not the current one. */
export async function giveTo(account: Account, path: string): Promise<void> {
  if (account.uid !== undefined && account.gid !== undefined) await chown(path, account.uid, account.gid);
}
