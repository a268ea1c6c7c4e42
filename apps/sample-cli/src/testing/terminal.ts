/** A terminal in this process, whose person has a folder of their own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run, type World } from "../commands.ts";

export interface Terminal {
  readonly environment: Record<string, string>;
  readonly printed: string[];
  readonly said: string[];
  type(...argv: readonly string[]): Promise<0 | 1>;
  close(): void;
}

export function openTerminal(more: Record<string, string>, world: Partial<World> = {}): Terminal {
  const folder = mkdtempSync(join(tmpdir(), "sample-cli-"));
  const environment = { TOKEN_STORE: "file", XDG_STATE_HOME: folder, ...more };
  const [printed, said]: [string[], string[]] = [[], []];
  const streams = { print: (text: string) => void printed.push(text), say: (text: string) => void said.push(text) };
  return {
    environment,
    printed,
    said,
    type: (...argv) => run(argv, { environment, now: Date.now, ...streams, ...world }),
    close: () => rmSync(folder, { recursive: true }),
  };
}
