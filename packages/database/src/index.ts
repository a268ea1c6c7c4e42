/** The database of the authorization server: pools, each of which Prisma shares, and connections for hot statements. */
import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { crowdOf } from "./connections/crowd.ts";
import { whileHeld } from "./connections/held.ts";
import {
  CONNECT_TIMEOUT_MS,
  GRACE_MS,
  isSilence,
  KEEP_ALIVE,
  renewing,
  STATEMENT_TIMEOUT_MS,
} from "./connections/lost.ts";
import { openPool, type WatchedPool } from "./connections/pool.ts";
import { missingSettings, SERVICE_SETTINGS } from "./connections/session-settings.ts";
import type { PrismaClient } from "./generated/client.ts";
import { driverError } from "./prisma-errors.ts";
import { serversOf } from "./servers/primary.ts";
import type { StatementCounts } from "./statements/counts.ts";
import { openHalves } from "./statements/halves.ts";
import type { Statements } from "./statements/pipelined.ts";

export { isConnectionLost, isReadOnly } from "./connections/lost.ts";
export type * from "./generated/client.ts";
export { isSchemaIncomplete, schemaCheck } from "./schema.ts";
export {
  asBytea,
  asJson,
  type BatchedUpdate,
  batchedLookup,
  batchedUpdate,
  lookupSql,
  singleUpdate,
  singleUpdateSql,
  updateSql,
} from "./statements/batching.ts";
export { inTime } from "./statements/deadline.ts";
export type { Statements } from "./statements/pipelined.ts";
export type { Answer, Statement } from "./statements/statement.ts";
export { userinfoLookup } from "./userinfo-view.ts";
export { driverError, GRACE_MS, whileHeld };

/** The ways to one database. */
export interface Connected {
  /** For transactions and for rare statements. */
  readonly pool: Pool;
  /** For hot statements. */
  readonly pipelined: Statements;
  /**
   * Prisma over the same connections, for code that is on no token path. It is loaded on first use: loading takes some
   * 50 ms and 30 MB, which a start, a command and a token do not need.
   */
  prisma(): Promise<PrismaClient>;
}

export interface Database extends Connected {
  /**
   * The same database by another pool: taking all its connections takes none of the others (decision 123). Hot
   * statements share theirs. It is closed with this one.
   *
   * @param max the maximum number of connections of that pool
   */
  apart(max: number): Connected;
  /** How busy the connections for hot statements are. */
  readonly hot: StatementCounts;
  /** Waits for the running statements. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** The URL of the database, which may name several servers (see `parseDatabaseUrl`). */
  readonly connectionString: string;
  /** The maximum number of connections of the pool, and separately of those for hot statements; by default 10. */
  readonly max?: number;
  /** How long a statement may take, in milliseconds; by default 7 seconds, which is enough for a request. */
  readonly statementTimeoutMs?: number;
  /** How long a transaction of Prisma Client may take, in milliseconds; by default 30 seconds. */
  readonly transactionTimeoutMs?: number;
  /** Called when an idle connection breaks; the pool replaces it. */
  readonly onError?: (err: Error) => void;
}

/** So many sessions of the login may wait for a standby, for each connection of the pool, before no more are made. */
const MOST_WAITING = 2;

/** The maximum time that a transaction may wait for its next statement. */
const IDLE_IN_TRANSACTION_MS = 15_000;

/** How long a transaction of Prisma Client may take. Its connection is free then, regardless of its caller. */
const TRANSACTION_TIMEOUT_MS = 30_000;

/**
 * The limits of a session of the pool between two statements. PostgreSQL ends a session that waited for longer than a
 * statement may take. So it never gets to a statement, or to the end of a transaction, that was sent to a server that
 * stood still and was given up in the meantime. The pool ends an idle connection earlier than that.
 */
const betweenStatements = (statementTimeoutMs: number) => ({
  idleTimeoutMillis: Math.min(statementTimeoutMs * 0.7, MOST_IDLE_MS),
  idle_in_transaction_session_timeout: Math.min(statementTimeoutMs, IDLE_IN_TRANSACTION_MS),
  options: `-c idle_session_timeout=${statementTimeoutMs}`,
});

const MOST_IDLE_MS = 10_000;

/**
 * A hot statement looks up a few rows by index, one after the other. Without statistics, PostgreSQL would consider it
 * cheaper to read small tables whole, and would keep that plan after they have grown.
 */
const BY_INDEX = "-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off";

/**
 * Opens a database. It connects on first use. If a connection breaks, the statements that wait on it fail and the
 * connection is replaced. A host that does not answer is noticed after `statementTimeoutMs` and one more second.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { max = 10, onError = () => {} } = options;
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS, transactionTimeoutMs = TRANSACTION_TIMEOUT_MS } = options;
  const answerTimeoutMs = statementTimeoutMs + GRACE_MS;
  const servers = serversOf(options.connectionString);
  const crowd = crowdOf(MOST_WAITING * max);
  const config = {
    connectionString: servers.connectionString,
    Client: servers.clientWith(crowd.admit),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    ...KEEP_ALIVE,
  };
  const opened: WatchedPool[] = [];
  const renew = renewing(() => {
    servers.forget();
    for (const { renew } of opened) renew();
    pipelined.renew();
  }, answerTimeoutMs);
  const onFailure = (err: unknown) => {
    if (isSilence(err)) crowd.gaveUp();
    renew(err);
  };
  const hot = { ...config, connections: max, answerTimeoutMs, onError, onFailure, options: BY_INDEX };
  const pipelined = openHalves(hot, servers.Client);

  const closing: (() => Promise<void>)[] = [];
  function apart(most: number): Connected {
    const watched = openPool({
      ...config,
      ...betweenStatements(statementTimeoutMs),
      max: most,
      query_timeout: answerTimeoutMs,
      onError,
      onFailure,
    });
    opened.push(watched);
    const { pool } = watched;
    let prisma: Promise<PrismaClient> | undefined;
    closing.push(async () => {
      await (await prisma)?.$disconnect();
      await pool.end();
    });
    return {
      pool,
      pipelined,
      prisma: () => {
        prisma ??= openPrisma(pool, {
          // Until the pool has a connection, and the first answer came over it.
          maxWait: CONNECT_TIMEOUT_MS + answerTimeoutMs,
          timeout: transactionTimeoutMs,
        });
        return prisma;
      },
    };
  }

  return {
    ...apart(max),
    apart,
    hot: pipelined.counts,
    close: async () => void (await Promise.all([...closing.map((close) => close()), pipelined.close()])),
  };
}

async function openPrisma(
  pool: Pool,
  transactionOptions: { readonly maxWait: number; readonly timeout: number },
): Promise<PrismaClient> {
  const [{ PrismaPg }, { PrismaClient }] = await Promise.all([
    import("@prisma/adapter-pg"),
    import("./generated/client.ts"),
  ]);
  const adapter = new PrismaPg(pool, { statementNameGenerator: ({ sql }) => statementName(sql) });
  return new PrismaClient({ adapter, transactionOptions });
}

// PostgreSQL keeps a prepared statement under its name, and cuts names at 63 bytes.
const statementName = (sql: string) => `prisma-${createHash("sha256").update(sql).digest("base64url")}`;

/** The limits that sessions of the service should have, and those of this pool do not have. */
export const missingLimits = ({ pool }: Pick<Connected, "pool">): Promise<readonly string[]> =>
  missingSettings(SERVICE_SETTINGS, async (text, values) =>
    (await pool.query<{ missing: string }>(text, values)).rows.map(({ missing }) => missing),
  );

const UNIQUE_VIOLATION = "23505";
const FOREIGN_KEY_VIOLATION = "23503";

/** Whether a statement, sent by pg or by Prisma, failed because a row with this key already exists. */
export const isUniqueViolation = (err: unknown): boolean => hasCode(err, UNIQUE_VIOLATION);

/** Whether a statement failed because a row that it refers to does not exist. */
export const isForeignKeyViolation = (err: unknown): boolean => hasCode(err, FOREIGN_KEY_VIOLATION);

function hasCode(err: unknown, code: string): boolean {
  const failure = driverError(err);
  return failure instanceof Error && "code" in failure && failure.code === code;
}
