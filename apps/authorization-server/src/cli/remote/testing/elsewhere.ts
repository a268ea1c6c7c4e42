/** A command line without a database, with its own folder. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { run } from "../../program.ts";
import { type KeptSignIn, keptSignIn } from "../kept-sign-in.ts";

export interface Elsewhere {
  readonly environment: Record<string, string>;
  readonly clock: { now: Date };
  readonly kept: KeptSignIn;
  /** The files with tokens. */
  files(): readonly string[];
  /** Runs a command at the issuer. */
  run(argv: readonly string[], given?: { isTTY?: true; openUrl?: (url: string) => void }): Promise<Ran>;
  close(): void;
}

interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function openElsewhere(issuer: string): Promise<Elsewhere> {
  const state = mkdtempSync(join(tmpdir(), "countersign-cli-"));
  const environment: Record<string, string> = {
    COUNTERSIGN_DEPLOYMENT: issuer,
    COUNTERSIGN_TOKEN_STORE: "file",
    XDG_STATE_HOME: state,
  };
  const clock = { now: new Date("2030-01-01T12:00:00Z") };
  return {
    environment,
    clock,
    kept: await keptSignIn(issuer, environment),
    files() {
      const folder = join(state, "countersign");
      return readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .map((name) => join(folder, name));
    },
    async run(argv, { isTTY, openUrl } = {}) {
      const [out, err]: [string[], string[]] = [[], []];
      const exitCode = await run(argv, {
        environment,
        stdin: Object.assign(Readable.from([]), isTTY && { isTTY }),
        print: (text) => out.push(text),
        complain: (text) => err.push(text),
        terminal: new PassThrough(),
        now: () => clock.now,
        openUrl,
      });
      return { exitCode, stdout: out.join("\n"), stderr: err.join("\n") };
    },
    close: () => rmSync(state, { recursive: true }),
  };
}
