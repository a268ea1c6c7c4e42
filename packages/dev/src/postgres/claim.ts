/** Allows one launcher per data directory. A second launcher would stop the server of the first one. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf, failure } from "../failure.ts";
import { commandLineOf, isAlive } from "./live-server.ts";
import { readIfThere } from "./place.ts";

const claimOf = (dataDir: string) => join(dataDir, "launcher.pid");

/** The pid of the live launcher of this data directory, or undefined if there is none. */
export async function launcherOf(dataDir: string): Promise<number | undefined> {
  const pid = Number(await readIfThere(claimOf(dataDir)));
  return pid > 1 && isAlive(pid) && commandLineOf(pid).includes("launcher.ts") ? pid : undefined;
}

/**
 * Claims the data directory for this process.
 *
 * @throws a failure when another live launcher has claimed it
 */
export async function claim(dataDir: string): Promise<void> {
  const holder = await launcherOf(dataDir);
  if (holder !== undefined) throw inUse(dataDir, holder);
  await unclaim(dataDir); // the file of a launcher that was killed
  try {
    await writeFile(claimOf(dataDir), `${process.pid}\n`, { flag: "wx" });
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw inUse(dataDir, await launcherOf(dataDir)); // another launcher was faster
    throw error;
  }
}

function inUse(dataDir: string, holder: number | undefined): Error {
  return failure(`${dataDir} is in use by another start (process ${holder ?? "unknown"}): stop that one first.`);
}

/** Releases the data directory. */
export async function unclaim(dataDir: string): Promise<void> {
  await rm(claimOf(dataDir), { force: true });
}
