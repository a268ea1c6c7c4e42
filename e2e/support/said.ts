/** What a program of others says while it runs. */
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";

const PAUSE_MS = 100;

/** The text of streams so far. */
export function textOf(...streams: readonly Readable[]): () => string {
  let text = "";
  for (const stream of streams) stream.on("data", (more: Buffer) => (text += more.toString()));
  return () => text;
}

/** Waits until a text has a match, and returns it. */
export async function matched(text: () => string, pattern: RegExp, withinMs: number): Promise<string> {
  for (const start = performance.now(); performance.now() - start < withinMs; await wait(PAUSE_MS)) {
    const [found] = pattern.exec(text()) ?? [];
    if (found !== undefined) return found;
  }
  throw new Error(`it did not say ${pattern}, but: ${text()}`);
}
