/** Starts the ecosystem as `npm start` does, in a separate process, and stops it. */
import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";

export const ROOT = join(import.meta.dirname, "..", "..", "..");

const READY_WITHIN_MS = 180_000;
const STOP_WITHIN_MS = 20_000;

export interface Facts {
  readonly issuer: string;
  readonly resource: string;
  readonly client: string;
  /** The sample API, the sample MCP server, and the stock API behind the first one. */
  readonly api: string;
  readonly mcp: string;
  readonly stock: string;
  /** The administration console. */
  readonly console: string;
  readonly databaseUrl: string;
  readonly accounts: readonly { readonly username: string; readonly password: string; readonly totp?: string }[];
}

export interface Ecosystem extends Facts {
  readonly dataDir: string;
  /** Prints what the authorization servers logged. */
  readonly logCommand: readonly [program: string, ...args: readonly string[]];
  stop(): Promise<void>;
}

/**
 * Starts an ecosystem on an empty database.
 *
 * @param port the first of nine free ports; the data directory is named after it
 * @param environment further variables of the start, see packages/dev
 * @param options with `again`, the start uses the database and secrets of the ecosystem that was stopped
 * @throws with its last lines when it does not start
 */
export async function startEcosystem(
  port: number,
  environment: NodeJS.ProcessEnv = {},
  { again = false }: { again?: boolean } = {},
): Promise<Ecosystem> {
  const dataDir = join(ROOT, ".data", "e2e", String(port));
  if (!again) await rm(dataDir, { recursive: true, force: true });

  // Its standard input is a pipe from this process. When this process has ended, the ecosystem stops.
  const start = join(ROOT, "packages", "dev", "src", "main.ts");
  // The database does not wait for the disk. A disk that is busy for seconds must not fail a test.
  const child = spawn(process.execPath, [start, "--json", "--not-durable"], {
    cwd: ROOT,
    env: { ...process.env, ...environment, COUNTERSIGN_DATA_DIR: dataDir, COUNTERSIGN_PORT: String(port) },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true, // a Ctrl-C goes to the runner, which stops this process
  });
  const words: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => words.push(line));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));

  const facts = await new Promise<Facts>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`the ecosystem on port ${port} ${why}:\n${words.join("\n")}`));
    const late = setTimeout(() => fail("is not ready in time"), READY_WITHIN_MS);
    void ended.then(() => fail("ended"));
    createInterface({ input: child.stdout }).once("line", (line) => {
      clearTimeout(late);
      resolve(JSON.parse(line) as Facts);
    });
  }).catch((error: unknown) => {
    child.kill("SIGTERM");
    throw error;
  });

  return {
    ...facts,
    dataDir,
    logCommand: ["cat", join(dataDir, "logs", "authorization-server.log")],
    async stop() {
      child.kill("SIGTERM");
      const last = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
      await ended;
      clearTimeout(last);
    },
  };
}
