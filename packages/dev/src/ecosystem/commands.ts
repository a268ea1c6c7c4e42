/** The commands of the operator's command line that run before the services start. */
import { join } from "node:path";
import { failure } from "../failure.ts";
import { startChild } from "./child.ts";

export interface Account {
  readonly username: string;
  readonly password: string;
  /** The secret of an authenticator app, in base32; absent if there is none. */
  readonly totp?: string;
}

export interface CommandLine {
  readonly entry: string;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Runs one command to its end.
 *
 * @param dataDir the output of the command is kept in `logs/<command>.log` there
 * @param stop ends the command early
 * @returns the lines that the command wrote
 * @throws a failure with its last lines when the command fails
 */
export async function runCommand(
  { entry, environment }: CommandLine,
  args: readonly string[],
  dataDir: string,
  stop: AbortSignal,
): Promise<readonly string[]> {
  if (stop.aborted) return [];
  const name = args[0] ?? "command";
  const lines: string[] = [];
  const child = startChild({
    name,
    entry,
    args,
    environment,
    logFile: join(dataDir, "logs", `${name}.log`),
    onLine: (line) => lines.push(line),
  });
  const halt = () => void child.stop();
  stop.addEventListener("abort", halt, { once: true });
  const { code } = await child.ended;
  stop.removeEventListener("abort", halt);

  if (code === 0 || stop.aborted) return lines;
  throw failure(
    `The command "${args.join(" ")}" failed:\n${indent(child.lastLines())}\n  (all of it: ${child.logFile})`,
  );
}

/**
 * The demo accounts in the output of `seed --json`: an object with `accounts`, in one line or over all lines.
 * Returns none if the output has no such object.
 */
export function accountsIn(lines: readonly string[]): readonly Account[] {
  for (const text of [lines.join("\n"), ...lines.toReversed()]) {
    const found = parse(text);
    if (Array.isArray(found?.accounts))
      return found.accounts
        .filter(isAccount)
        .map(({ username, password, totp }) => ({ username, password, ...(typeof totp === "string" && { totp }) }));
  }
  return [];
}

/** Indents lines for use in a message. */
export function indent(lines: readonly string[]): string {
  return lines.map((line) => `    ${line}`).join("\n");
}

function isAccount(value: unknown): value is Account {
  const { username, password } = (value ?? {}) as Record<string, unknown>;
  return typeof username === "string" && typeof password === "string";
}

function parse(text: string): { accounts?: unknown } | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    return JSON.parse(text) as { accounts?: unknown };
  } catch {
    return undefined;
  }
}
