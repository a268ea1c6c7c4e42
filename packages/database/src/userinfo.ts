/** The database as the resource server sees it: a login that may read one view, over connections that only read. */
import { CONNECT_TIMEOUT_MS, GRACE_MS, KEEP_ALIVE, renewing } from "./lost.ts";
import { openStatements, type Statements } from "./pipelined.ts";

export type { Statements } from "./pipelined.ts";
export { userinfoLookup } from "./userinfo-view.ts";

export interface UserinfoDatabase extends Statements {
  /**
   * Rejects unless the view can be read. Where the first server was a primary and this one is a standby, the
   * connections are replaced: they may have outlived a switchover.
   */
  check(): Promise<void>;
}

export interface UserinfoDatabaseOptions {
  /** Connections at most; 10 unless told. */
  readonly max?: number;
  /** How long a statement may take; 5 seconds unless told. */
  readonly statementTimeoutMs?: number;
  /** How old a connection may become, in milliseconds; a minute unless told. */
  readonly maxAgeMs?: number;
  /** Told when a connection breaks; another one is opened. */
  readonly onError?: (err: Error) => void;
}

/**
 * What only reads is never told that its server may only be read (25006). A connection of this age may lead to a
 * primary that was demoted, which knows nothing of what was revoked since.
 */
const MAX_AGE_MS = 60_000;

const CHECK = {
  name: "userinfo_v1_check",
  text: "SELECT to_json(pg_is_in_recovery()) WHERE NOT EXISTS (SELECT FROM userinfo_v1 LIMIT 0)",
  values: [],
};

/**
 * Opens connections whose transactions are read-only, whatever their login might do. The first is made for the first
 * statement.
 */
export function openUserinfoDatabase(
  connectionString: string,
  { max = 10, statementTimeoutMs = 5000, maxAgeMs = MAX_AGE_MS, onError = () => {} }: UserinfoDatabaseOptions = {},
): UserinfoDatabase {
  const answerTimeoutMs = statementTimeoutMs + GRACE_MS;
  const statements = openStatements({
    connectionString,
    connections: max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    answerTimeoutMs,
    maxAgeMs,
    options: "-c default_transaction_read_only=on",
    onError,
    onFailure: renewing(() => statements.renew(), answerTimeoutMs),
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
      statements.renew();
    },
  };
}
