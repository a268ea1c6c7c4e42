/** The database of the authorization server: one pool for the process. */
import pg from "pg";

export interface Database {
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly connectionString: string;
  /** Connections at most; 10 unless told. */
  readonly max?: number;
  /** Told when an idle connection breaks; the pool replaces it. */
  readonly onError?: (err: Error) => void;
}

/** No statement of ours may hold a connection longer than this. */
const STATEMENT_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5000;

/** Opens the pool. It connects when it is first used. */
export function openDatabase({ connectionString, max = 10, onError = () => {} }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  });
  pool.on("error", onError);
  return { pool, close: () => pool.end() };
}

/** Whether a statement failed because a row of this key exists already (SQLSTATE 23505). */
export function isUniqueViolation(err: unknown): boolean {
  return err instanceof pg.DatabaseError && err.code === "23505";
}
