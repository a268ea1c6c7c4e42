/** The database as the resource server sees it: a login that may read one view, over connections that only read. */
import { CONNECT_TIMEOUT_MS, GRACE_MS, KEEP_ALIVE, renewing } from "./lost.ts";
import { openStatements, type Statements } from "./statements.ts";

export type { Statements } from "./statements.ts";
export { userinfoLookup } from "./userinfo-view.ts";

export interface UserinfoDatabaseOptions {
  /** Connections at most; 10 unless told. */
  readonly max?: number;
  /** How long a statement may take; 5 seconds unless told. */
  readonly statementTimeoutMs?: number;
  /** Told when a connection breaks; another one is opened. */
  readonly onError?: (err: Error) => void;
}

/**
 * Opens connections whose transactions are read-only, whatever their login might do. The first is made for the first
 * statement.
 */
export function openUserinfoDatabase(
  connectionString: string,
  { max = 10, statementTimeoutMs = 5000, onError = () => {} }: UserinfoDatabaseOptions = {},
): Statements {
  const answerTimeoutMs = statementTimeoutMs + GRACE_MS;
  const statements = openStatements({
    connectionString,
    lanes: max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    answerTimeoutMs,
    options: "-c default_transaction_read_only=on",
    onError,
    onFailure: renewing(() => statements.renew(), answerTimeoutMs),
    ...KEEP_ALIVE,
  });
  return statements;
}
