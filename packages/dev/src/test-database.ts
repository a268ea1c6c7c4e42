/** A PostgreSQL server for one test run, and a fresh database for each test that wants one. */
import { randomBytes } from "node:crypto";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startPostgres } from "./postgres/start-postgres.ts";

/** Workers inherit the environment; vitest's own `provide` would tie every caller to its types. */
const SERVER = "COUNTERSIGN_TEST_SERVER";
const FAREWELL_MS = 1000;
const TEMPLATE = "countersign_template";

export interface TestDatabase {
  /** Of the superuser, to this database. */
  readonly connectionString: string;
  /** Removes the database. Sessions still open after a second are ended by force. */
  drop(): Promise<void>;
}

/**
 * A vitest `globalSetup`: `export default testServer(migrate)`.
 *
 * One server per run, in a temporary folder. It stops with the run, however that ends, and its data goes.
 *
 * @param migrate prepares the database at this URL; every test database is a copy of it
 */
export function testServer(
  migrate: (connectionString: string) => Promise<unknown> = async () => {},
): () => Promise<() => Promise<void>> {
  return async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "countersign-test-"));
    await chmod(dataDir, 0o711); // as root, the server runs as another user and must get in
    const server = await startPostgres({ dataDir, temporary: true, log: console.error });
    try {
      await prepareTemplate(server.connectionString, migrate);
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

/**
 * A new database, equal to what `migrate` made, in some 30 ms.
 *
 * @throws when `testServer` is not among the `globalSetup` files of vitest.config.ts
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env[SERVER];
  if (server === undefined)
    throw new Error("No test server: name the file that exports testServer(…) as globalSetup in vitest.config.ts.");

  const name = `test_${randomBytes(8).toString("hex")}`;
  // Files are copied in two thirds of the time that copying by the log takes, where nothing is synced to the disk.
  await once(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY file_copy`);
  return {
    connectionString: urlOf(server, name),
    drop: () => drop(server, name),
  };
}

/**
 * A pool that was just closed still says goodbye: ending its sessions by force would be an error in somebody's test.
 */
async function drop(server: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    const giveUpAt = Date.now() + FAREWELL_MS;
    const inUse = "SELECT FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'";
    while (Date.now() < giveUpAt && ((await client.query(inUse, [name])).rowCount ?? 0) > 0) await sleep(10);
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  } finally {
    await client.end();
  }
}

async function prepareTemplate(server: string, migrate: (connectionString: string) => Promise<unknown>): Promise<void> {
  await once(server, `CREATE DATABASE ${TEMPLATE}`);
  await migrate(urlOf(server, TEMPLATE));
  // A session on a template makes every copy fail, so nobody may open one again.
  await once(server, `ALTER DATABASE ${TEMPLATE} WITH ALLOW_CONNECTIONS false IS_TEMPLATE true`);
  await once(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${TEMPLATE}'`);
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
