/** Another sample client beside that of the ecosystem, with settings of its own. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ROOT } from "./worlds/ecosystem.ts";

const SOURCES = join(ROOT, "apps", "sample-client", "src");
const READY_WITHIN_MS = 30_000;

/** What it shares with the processes of this machine; nothing else of the environment of the tests. */
const { PATH, NODE_COMPILE_CACHE } = process.env;

export interface KeyOfClient {
  readonly file: string;
  /** The JWK Set to register. */
  readonly jwks: string;
  remove(): void;
}

/** The key of a client, made by the command of the sample client. */
export function makeClientKey(): KeyOfClient {
  const folder = mkdtempSync(join(tmpdir(), "countersign-client-key-"));
  const file = join(folder, "client-key.json");
  const jwks = execFileSync(process.execPath, [join(SOURCES, "make-key.ts"), file], { encoding: "utf8" });
  return { file, jwks, remove: () => rmSync(folder, { recursive: true }) };
}

/** Starts it, and returns when it listens. Throws with its output if it does not start. */
export async function startSampleClient(environment: Record<string, string>): Promise<{ stop(): void }> {
  // Not every machine resolves the names below localhost (RFC 6761 §6.3), which services in containers have.
  const args = ["--import", join(import.meta.dirname, "worlds", "resolve-test-names.ts"), join(SOURCES, "main.ts")];
  const child = spawn(process.execPath, args, { env: { PATH, NODE_COMPILE_CACHE, ...environment } });
  const said: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => said.push(line));
  await listening(child, said);
  return { stop: () => void child.kill("SIGTERM") };
}

const listening = (child: ChildProcess & { stdout: NodeJS.ReadableStream }, said: readonly string[]) =>
  new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`the sample client did not start:\n${said.join("\n")}`));
    const late = setTimeout(fail, READY_WITHIN_MS);
    child.once("close", fail);
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (!line.startsWith("Sample client:")) return;
      clearTimeout(late);
      resolve();
    });
  });
