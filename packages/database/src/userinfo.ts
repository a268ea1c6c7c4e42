/** The database as the resource server sees it: a login that may read one view, over read-only connections. */
import { DatabaseError } from "pg";
import { CONNECT_TIMEOUT_MS, GRACE_MS, KEEP_ALIVE, renewing } from "./connections/lost.ts";
import { missingSettings, READER_SETTINGS } from "./connections/session-settings.ts";
import { serversOf } from "./servers/primary.ts";
import { type OpenedStatements, openStatements } from "./statements/pipelined.ts";
import { VIEW_COLUMNS } from "./userinfo-view.ts";

export { type Replicated, readingFromReplica } from "./servers/replica.ts";
export type { Statements } from "./statements/pipelined.ts";
export { userinfoLookup } from "./userinfo-view.ts";

export interface UserinfoDatabase extends Pick<OpenedStatements, "query" | "counts" | "close"> {
  /**
   * Rejects unless the view can be read. If the first server was a primary and this one is a standby, the connections
   * are replaced: they may have outlived a switchover.
   */
  check(): Promise<void>;
  /** Rejects if the database answers, and lacks the view or a column of it that this version needs. */
  checkSchema(): Promise<void>;
  /** The limits that the sessions of this login should have, and do not have. */
  missingLimits(): Promise<readonly string[]>;
}

export interface UserinfoDatabaseOptions {
  /** The maximum number of connections; by default 10. */
  readonly max?: number;
  /** How long a statement may take, in milliseconds; by default 5 seconds. */
  readonly statementTimeoutMs?: number;
  /** The maximum age of a connection, in milliseconds; by default a minute. */
  readonly maxAgeMs?: number;
  /** Called when a connection breaks; another one is opened. */
  readonly onError?: (err: Error) => void;
}

/**
 * A client that only reads never gets the error that its server is read-only (25006). An older connection may lead to a
 * demoted primary, which does not know what was revoked since.
 */
const MAX_AGE_MS = 60_000;

const CHECK = {
  name: "userinfo_v1_check",
  text: "SELECT to_json(pg_is_in_recovery()) WHERE NOT EXISTS (SELECT FROM userinfo_v1 LIMIT 0)",
  values: [],
};

// Without a name, it is planned each time: the view may get its columns between two checks.
const CHECK_SCHEMA = {
  name: "",
  text: `SELECT to_json(true) WHERE NOT EXISTS (SELECT ${VIEW_COLUMNS} FROM userinfo_v1 LIMIT 0)`,
  values: [],
};

// The table, view or column does not exist.
const INCOMPLETE = /^42(?:P01|703)$/;

/**
 * Opens connections whose transactions are read-only, regardless of the login's rights. The first connection is
 * opened for the first statement.
 */
export function openUserinfoDatabase(
  connectionString: string,
  { max = 10, statementTimeoutMs = 5000, maxAgeMs = MAX_AGE_MS, onError = () => {} }: UserinfoDatabaseOptions = {},
): UserinfoDatabase {
  const answerTimeoutMs = statementTimeoutMs + GRACE_MS;
  const servers = serversOf(connectionString);
  const renew = () => {
    servers.forget();
    statements.renew();
  };
  const statements = openStatements({
    connectionString: servers.connectionString,
    Client: servers.Client,
    connections: max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    answerTimeoutMs,
    maxAgeMs,
    options: "-c default_transaction_read_only=on",
    onError,
    onFailure: renewing(renew, answerTimeoutMs),
    ...KEEP_ALIVE,
  });

  let startedOnPrimary: boolean | undefined;
  return {
    ...statements,
    async check() {
      const { rows } = await statements.query<boolean>(CHECK);
      const [isStandby] = rows;
      startedOnPrimary ??= isStandby === false;
      if (!startedOnPrimary || isStandby === false) return;
      onError(new Error("the database was a primary and is a standby now: its connections are replaced"));
      renew();
    },
    missingLimits: () =>
      missingSettings(
        READER_SETTINGS,
        async (text, values) => (await statements.query<string>({ name: "limits", text, values })).rows,
      ),
    async checkSchema() {
      const failure: unknown = await statements.query(CHECK_SCHEMA).catch((err: unknown) => err);
      if (!(failure instanceof DatabaseError && INCOMPLETE.test(failure.code ?? ""))) return;
      throw new Error(`the database lacks what this version needs (${failure.message}): run countersign prepare`);
    },
  };
}
