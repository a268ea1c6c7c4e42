/** The database as the resource server sees it: a login that may read one view, over connections that only read. */
import pg from "pg";

export { findUserinfo } from "./userinfo-view.ts";

export interface UserinfoDatabase {
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

export interface UserinfoDatabaseOptions {
  /** Connections at most; 10 unless told. */
  readonly max?: number;
  /** How long a statement may take; 5 seconds unless told. */
  readonly statementTimeoutMs?: number;
  /** Told when an idle connection breaks; the pool replaces it. */
  readonly onError?: (err: Error) => void;
}

const CONNECT_TIMEOUT_MS = 5000;

/** Opens a pool whose transactions are read-only, whatever its login might do. It connects when it is first used. */
export function openUserinfoDatabase(
  connectionString: string,
  { max = 10, statementTimeoutMs = 5000, onError = () => {} }: UserinfoDatabaseOptions = {},
): UserinfoDatabase {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    options: "-c default_transaction_read_only=on",
  });
  pool.on("error", onError);
  return { pool, close: () => pool.end() };
}
