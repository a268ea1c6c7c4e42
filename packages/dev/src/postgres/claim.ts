/** One launcher per data directory: a second one would stop the first one's server. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf, failure } from "../failure.ts";
import { commandLineOf, isAlive } from "./live-server.ts";
import { readIfThere } from "./place.ts";

const claimOf = (dataDir: string) => join(dataDir, "launcher.pid");

/** The pid of the launcher that lives on this data directory, if one does. */
export async function launcherOf(dataDir: string): Promise<number | undefined> {
  const pid = Number(await readIfThere(claimOf(dataDir)));
  return pid > 1 && isAlive(pid) && commandLineOf(pid).includes("launcher.ts") ? pid : undefined;
}

/**
 * Takes the data directory for this process.
 *
 * @throws a failure when another launcher lives on it
 */
export async function claim(dataDir: string): Promise<void> {
  const holder = await launcherOf(dataDir);
  if (holder !== undefined) throw inUse(dataDir, holder);
  await unclaim(dataDir); // a killed launcher left it
  try {
    await writeFile(claimOf(dataDir), `${process.pid}\n`, { flag: "wx" });
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw inUse(dataDir, await launcherOf(dataDir)); // it came first by a moment
    throw error;
  }
}

function inUse(dataDir: string, holder: number | undefined): Error {
  return failure(`${dataDir} is in use by another start (process ${holder ?? "unknown"}): stop that one first.`);
}

/** Gives the data directory back. */
export async function unclaim(dataDir: string): Promise<void> {
  await rm(claimOf(dataDir), { force: true });
}
