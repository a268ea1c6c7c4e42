/** A PostgreSQL server for one test run, and a new database for each test that needs one. */
import { randomBytes } from "node:crypto";
import { access, chmod, constants, mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startPostgres } from "./postgres/start-postgres.ts";

/** Workers inherit the environment. With vitest's own `provide`, every caller would depend on its types. */
const SERVER = "COUNTERSIGN_TEST_SERVER";
const FAREWELL_MS = 1000;
/** The migrated database, which every stage and every test database is a copy of. */
const MIGRATED = "migrated";
const MEMORY = "/dev/shm";
const ROOM_BYTES = 4 * 2 ** 30;

/** Prepares the database at this URL. */
type Prepare = (connectionString: string) => Promise<unknown>;

export interface TestDatabase {
  /** The URL of the superuser for this database. */
  readonly connectionString: string;
  /** Removes the database. Sessions that are still open after a second are ended by force. */
  drop(): Promise<void>;
}

/**
 * A vitest `globalSetup`: `export default testServer(migrate)`.
 *
 * There is one server per run, in a temporary folder. No matter how the run ends, the server stops and its data is
 * removed.
 *
 * @param migrate prepares the database at this URL; every test database is a copy of it
 * @param stages by name: each writes rows into a copy of the stage before; `createTestDatabase({ stage })` copies it
 */
export function testServer(
  migrate: Prepare = async () => {},
  stages: Readonly<Record<string, Prepare>> = {},
): () => Promise<() => Promise<void>> {
  return async () => {
    const dataDir = await mkdtemp(join(await parentFolder(), "countersign-test-"));
    await chmod(dataDir, 0o711); // as root, the server runs as another user, which must be able to enter
    const server = await startPostgres({ dataDir, temporary: true, log: console.error });
    try {
      let from = "template1";
      for (const [name, prepare] of Object.entries({ [MIGRATED]: migrate, ...stages })) {
        await prepareTemplate(server.connectionString, templateOf(name), prepare, from);
        from = templateOf(name);
      }
    } catch (error) {
      await server.stop();
      throw error;
    }
    process.env[SERVER] = server.connectionString;
    return async () => {
      delete process.env[SERVER];
      await server.stop();
    };
  };
}

const templateOf = (stage: string) => `countersign_${stage}`;

/**
 * Makes a new database, equal to the one that `migrate` or the stage of this name prepared. This takes about 30 ms.
 *
 * @throws when `testServer` is not among the `globalSetup` files of vitest.config.ts
 */
export async function createTestDatabase({ stage = MIGRATED } = {}): Promise<TestDatabase> {
  const server = process.env[SERVER];
  if (server === undefined)
    throw new Error("No test server: name the file that exports testServer(…) as globalSetup in vitest.config.ts.");

  const name = `test_${randomBytes(8).toString("hex")}`;
  // If nothing is synced to the disk, copying files takes two thirds of the time of copying through the log.
  await inSession(server, `CREATE DATABASE ${name} TEMPLATE ${templateOf(stage)} STRATEGY file_copy`);
  return {
    connectionString: urlOf(server, name),
    drop: () => drop(server, name),
  };
}

/**
 * Drops a database. A pool that was just closed is still ending its sessions. To end them by force would cause an
 * error in a test.
 */
async function drop(server: string, name: string): Promise<void> {
  const giveUpAt = Date.now() + FAREWELL_MS;
  const inUse = `SELECT FROM pg_stat_activity WHERE datname = '${name}' AND backend_type = 'client backend'`;
  while (Date.now() < giveUpAt && ((await inSession(server, inUse)).rowCount ?? 0) > 0) await sleep(10);
  await inSession(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

let sessions: { readonly server: string; readonly pool: pg.Pool } | undefined;

/** Sends a statement in a session that is kept for the next one: beginning one takes longer than most statements. */
function inSession(server: string, statement: string): Promise<pg.QueryResult> {
  if (sessions?.server !== server) {
    const pool = new pg.Pool({ connectionString: server, max: 2, allowExitOnIdle: true });
    pool.on("error", () => {}); // The server has stopped, and ended the sessions.
    sessions = { server, pool };
  }
  return sessions.pool.query(statement);
}

/**
 * Where memory serves as a disk and has room, a new database takes half the time. Containers often have 64 MB there,
 * which is too little.
 */
async function parentFolder(): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    await access(MEMORY, constants.W_OK);
    return bavail * bsize > ROOM_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

async function prepareTemplate(server: string, name: string, prepare: Prepare, from: string): Promise<void> {
  await once(server, `CREATE DATABASE ${name} TEMPLATE ${from}`);
  await prepare(urlOf(server, name));
  // An open session on a template makes every copy fail, so no new session may be opened.
  await once(server, `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false IS_TEMPLATE true`);
  await once(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function once(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
