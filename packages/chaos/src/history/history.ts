/** The history of a run: in memory for the checker, and packed in a file for those who look at it later. */
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import type { Entry } from "./entry.ts";

export interface History {
  readonly entries: readonly Entry[];
  /** The milliseconds since the run began. */
  now(): number;
  add(entry: Entry): void;
  /** Writes the file. */
  close(): Promise<void>;
}

export function openHistory(file: string): History {
  const began = performance.now();
  const entries: Entry[] = [];
  return {
    entries,
    now: () => Math.round(performance.now() - began),
    add: (entry) => void entries.push(entry),
    close: () => writeFile(file, gzipSync(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""))),
  };
}

/** A short name for a code or a token: the history must not contain it. */
export const nameOf = (secret: string) => createHash("sha256").update(secret).digest("base64url").slice(0, 12);
