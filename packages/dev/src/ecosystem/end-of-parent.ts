/**
 * Ends this process when its parent has ended. An ecosystem without a parent could not be stopped and would hold its
 * ports forever.
 */
import { fstatSync } from "node:fs";

/**
 * If the pipe ends earlier than this, it was never held open. Some runners start programs so, and do not mean
 * "stop".
 */
const NEVER_HELD_MS = 250;

/**
 * Calls `ended` when the parent closes the pipe that is our standard input, or our IPC channel. If standard input is
 * a terminal, a file or /dev/null, it says nothing about the parent.
 */
export function onEndOfParent(ended: (how: string) => void): void {
  process.once("disconnect", () => ended("The program that started this has ended."));
  process.channel?.unref();
  if (!isPipe(0)) return;

  const since = Date.now();
  const close = () => {
    if (Date.now() - since > NEVER_HELD_MS) ended("Standard input was closed.");
  };
  process.stdin.resume().once("end", close).once("error", close);
}

function isPipe(descriptor: number): boolean {
  try {
    const stat = fstatSync(descriptor);
    return stat.isFIFO() || stat.isSocket();
  } catch {
    return false; // it was closed from the start
  }
}
