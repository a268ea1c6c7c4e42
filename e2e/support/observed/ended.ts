/** Ending the programs that watch. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

const STOP_WITHIN_MS = 5000;

/** Ends a program, if it still runs. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  const last = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
  await exit;
  clearTimeout(last);
}
