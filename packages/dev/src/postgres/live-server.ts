/** A server that still runs on a data directory. A launcher that was killed leaves such a server. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf, failure } from "../failure.ts";

const POLL_MS = 20;
const FAST_STOP_MS = 10_000;

/**
 * Stops the PostgreSQL server of this data directory, if one runs, and removes a lock file that outlived its server.
 *
 * @param cluster PostgreSQL's data directory; it need not exist
 * @returns whether a server was running
 * @throws a failure when the server does not stop
 */
export async function stopLiveServer(cluster: string): Promise<boolean> {
  const lockFile = join(cluster, "postmaster.pid");
  if (!existsSync(lockFile)) return false;

  const pid = Number(readFileSync(lockFile, "utf8").split("\n", 1)[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !servesCluster(pid, cluster)) {
    // PostgreSQL trusts a lock file whose pid is alive, even if that pid now belongs to another process.
    rmSync(lockFile, { force: true });
    return false;
  }

  // SIGINT is the fast shutdown: sessions are ended, and everything is written. After SIGQUIT, recovery does the
  // rest.
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    signalIfThere(pid, signal);
    if (await endsServing(pid, cluster, FAST_STOP_MS)) return true;
  }
  throw failure(
    `A PostgreSQL server (process ${pid}) still uses ${cluster} and does not stop: end it with kill -9 ${pid} ` +
      "and start again.",
  );
}

/** Whether a process is alive. A process of another user counts too. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** The command line of a process, with its arguments. Empty if the process has ended. */
export function commandLineOf(pid: number): string {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    return execFileSync("ps", ["-o", "command=", "-ww", "-p", String(pid)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return "";
  }
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (codeOf(error) !== "ESRCH") throw error; // the process ended by itself in between
  }
}

function servesCluster(pid: number, cluster: string): boolean {
  const commandLine = commandLineOf(pid);
  return commandLine.includes("postgres") && commandLine.includes(cluster);
}

// A process that was not reaped still accepts signals, but has no command line any more.
async function endsServing(pid: number, cluster: string, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (isAlive(pid) && servesCluster(pid, cluster)) {
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}
