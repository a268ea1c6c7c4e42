/** The terminal of a person, in which the sample command line runs as a process. */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { matched, textOf } from "./said.ts";
import { ROOT } from "./worlds/ecosystem.ts";
import { preloading } from "./worlds/node-options.ts";
import type { World } from "./worlds/world.ts";

const PROGRAM = join(ROOT, "apps", "sample-cli", "src", "main.ts");
const WITHIN_MS = 60_000;

export interface Running {
  /** Waits until it has said something, and returns that. */
  says(pattern: RegExp): Promise<string>;
  /** Its exit code, and all that it said. */
  readonly ended: Promise<{ readonly code: number | null; readonly text: string }>;
}

export interface Terminal {
  type(...words: readonly string[]): Running;
  /** The files with tokens. */
  tokenFiles(): readonly string[];
}

/** @param folder where the programs of this person keep what is theirs */
export function openTerminal({ issuer, api }: World, folder: string): Terminal {
  const env = {
    PATH: "", // no command opens a browser: the program shows the address, too
    NODE_OPTIONS: preloading(join(import.meta.dirname, "worlds", "resolve-test-names.ts")),
    ...{ ISSUER: issuer, ORDERS_API: api, TOKEN_STORE: "file", XDG_STATE_HOME: folder },
  };
  return {
    type(...words) {
      const child = spawn(process.execPath, [PROGRAM, ...words], {
        env,
        stdio: ["ignore", "pipe", "pipe"],
        timeout: WITHIN_MS,
      });
      const text = textOf(child.stdout, child.stderr);
      const ended = new Promise<{ code: number | null; text: string }>((resolve) =>
        child.once("close", (code) => resolve({ code, text: text() })),
      );
      return { says: (pattern) => matched(text, pattern, WITHIN_MS), ended };
    },
    tokenFiles() {
      const own = join(folder, "sample-cli");
      return readdirSync(own)
        .filter((name) => name.endsWith(".json"))
        .map((name) => join(own, name));
    },
  };
}
