/** Runs commands in this process, each test against its own database. */
import { randomBytes } from "node:crypto";
import { PassThrough, Readable } from "node:stream";
import { type Database, openDatabase } from "@countersign/database";
import { createTestDatabase } from "@countersign/dev/test-database";
import { CHEAP } from "../../../testing/password-cost.ts";
import { asService } from "../../../testing/servers/service-login.ts";
import type { TxtRecords } from "../../platform/outbound/txt-records.ts";
import { run } from "../program.ts";

/** Rows of a fixture take as long as a busy machine needs. */
const FIXTURE_MS = 600_000;

export interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandLine {
  /** The connection of the superuser. Commands use the login of the service. */
  readonly database: Database;
  readonly superuserUrl: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Runs a command at `clock.now`. */
  run(
    argv: readonly string[],
    given?: { stdin?: string; environment?: NodeJS.ProcessEnv; txtRecords?: TxtRecords },
  ): Promise<Outcome>;
  /** Runs a command with --json that must succeed, and returns what it printed. */
  // biome-ignore lint/suspicious/noExplicitAny: what a command prints is for the test to look at
  json(...argv: string[]): Promise<any>;
  /** The audit rows written so far, in order. */
  audited(): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
  readonly clock: { now: Date };
}

export async function openCommandLine(): Promise<CommandLine> {
  const { connectionString, drop } = await createTestDatabase();
  const database = openDatabase({ connectionString, max: 4, statementTimeoutMs: FIXTURE_MS });
  const clock = { now: new Date("2030-01-01T12:00:00Z") };
  const environment = {
    DATABASE_URL: asService(connectionString),
    ISSUER: "http://localhost:4000",
    NODE_ENV: "test",
    KEY_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString("base64url")}`,
    SEED_SAMPLE_CLIENT_SECRET: randomBytes(32).toString("base64url"),
    SEED_SAMPLE_CLIENT_URL: "http://localhost:4002",
  };

  // Most of a short command is the start of its client of the database. Commands of a test share one.
  const shared = openDatabase({ connectionString: environment.DATABASE_URL, max: 2, statementTimeoutMs: FIXTURE_MS });

  const execute: CommandLine["run"] = async (argv, given = {}) => {
    const out: string[] = [];
    const err: string[] = [];
    const exitCode = await run(argv, {
      environment: { ...environment, ...given.environment },
      stdin: Readable.from(given.stdin === undefined ? [] : [Buffer.from(given.stdin)]),
      print: (text) => out.push(text),
      complain: (text) => err.push(text),
      terminal: new PassThrough(),
      now: () => clock.now,
      txtRecords: given.txtRecords,
      passwordCost: CHEAP,
      openAt: (url) => (url === environment.DATABASE_URL ? shared : undefined),
    });
    return { exitCode, stdout: out.join("\n"), stderr: err.join("\n") };
  };

  return {
    database,
    superuserUrl: connectionString,
    environment,
    clock,
    run: execute,
    async json(...argv) {
      const { exitCode, stdout, stderr } = await execute([...argv, "--json"]);
      if (exitCode !== 0) throw new Error(`${argv.join(" ")} exited with ${exitCode}: ${stderr}`);
      return JSON.parse(stdout);
    },
    async audited() {
      const { rows } = await database.pool.query(
        "SELECT type, actor, user_id, client_id, detail FROM audit_event ORDER BY id",
      );
      return rows;
    },
    async close() {
      await Promise.all([database.close(), shared.close()]);
      await drop();
    },
  };
}
