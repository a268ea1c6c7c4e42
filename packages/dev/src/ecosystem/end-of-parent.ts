/** When whoever started us goes away, so do we: an ecosystem that nobody can stop would hold its ports for ever. */
import { fstatSync } from "node:fs";

/** A pipe that ends this early was never held open: some runners start programs so, and do not mean "stop". */
const NEVER_HELD_MS = 250;

/**
 * Calls `ended` when our parent closes the pipe it gave us as standard input, or our IPC channel. A terminal, a file
 * and /dev/null say nothing about a parent.
 */
export function onEndOfParent(ended: (how: string) => void): void {
  process.once("disconnect", () => ended("The program that started this is gone."));
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
    return false; // closed from the start
  }
}
