/**
 * Runs commands of the operator's command line, one for each message of the parent. A process for each command would
 * cost more than most tests.
 */
import { join } from "node:path";
import { Readable } from "node:stream";
import { ROOT } from "./ecosystem.ts";

export interface Asked {
  readonly id: number;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

export interface Ran {
  readonly id: number;
  readonly exitCode: number;
  readonly output: string;
  readonly complaints: string;
}

interface Program {
  run(
    argv: readonly string[],
    context: {
      readonly environment: NodeJS.ProcessEnv;
      readonly stdin: Readable;
      readonly print: (text: string) => void;
      readonly complain: (text: string) => void;
      readonly terminal: NodeJS.WriteStream;
      readonly now: () => Date;
    },
  ): Promise<number>;
}

const program: Promise<Program> = import(join(ROOT, "apps", "authorization-server", "src", "cli", "program.ts"));

process.on("disconnect", () => process.exit());
process.on("message", async ({ id, args, environment }: Asked) => {
  const [output, complaints]: [string[], string[]] = [[], []];
  const { run } = await program;
  const exitCode = await run(args, {
    environment,
    stdin: Readable.from([]),
    print: (text) => output.push(text),
    complain: (text) => complaints.push(text),
    terminal: process.stderr,
    now: () => new Date(),
  });
  process.send?.({ id, exitCode, output: output.join("\n"), complaints: complaints.join("\n") } satisfies Ran);
});
