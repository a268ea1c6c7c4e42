/** The pool. Its connections may break at any time without ending the process. */
import { Pool, type PoolClient, type PoolConfig } from "pg";
import { askForConnection } from "./held.ts";
import { isConnectionLost, isReadOnly } from "./lost.ts";
import { inCallersContext, traceStatements } from "./traced-pool.ts";

export interface WatchedPool {
  readonly pool: Pool;
  /** Ends the idle connections. Connections in use are ended by their users when they fail. */
  renew(): void;
}

export interface PoolOptions extends PoolConfig {
  /** Called when an idle connection breaks; the pool replaces it. */
  readonly onError: (err: Error) => void;
  /** Called with each error after which a connection is not used again. */
  readonly onFailure: (err: Error) => void;
}

export function openPool({ onError, onFailure, ...config }: PoolOptions): WatchedPool {
  const pool = new Pool(config);
  const connect = pool.connect.bind(pool);
  pool.connect = ((...callback: Parameters<typeof connect>) => {
    askForConnection();
    return connect(...inCallersContext(callback));
  }) as typeof connect;
  pool.on("error", onError);
  pool.on("connect", (client) => {
    // The pool listens only to idle connections. If a connection breaks while it is taken out, the running statement or
    // the next one fails. Without a listener, this event would end the process.
    client.on("error", () => {});
    closeWhenLost(client, onFailure);
    traceStatements(client);
  });
  pool.on("release", (err) => {
    if (err instanceof Error) onFailure(err);
  });

  return {
    pool,
    renew() {
      // These are taken out at the next tick, before any caller that asks for a connection from now on.
      for (let left = pool.idleCount; left > 0; left--) connect(end);
    },
  };
}

/**
 * Closes any holder's connection as soon as a statement says that it is lost: Prisma would send a ROLLBACK, wait
 * for its answer, and give the connection back as if it were good. The pool takes no closed connection back. A
 * read-only connection is closed, too: another one may reach the primary.
 */
function closeWhenLost(client: PoolClient, onFailure: (err: Error) => void): void {
  const query = client.query.bind(client) as (...statement: unknown[]) => unknown;
  client.query = ((...statement: unknown[]) => {
    const answer = query(...statement);
    // Without a promise, it is a statement of the pool itself, which closes the connection after each failure.
    if (answer instanceof Promise) answer.catch(closeIfLost);
    return answer;
  }) as PoolClient["query"];

  function closeIfLost(err: Error): void {
    if (!isConnectionLost(err) && !isReadOnly(err)) return;
    client.end().catch(() => {});
    onFailure(err);
  }
}

function end(_err: Error | undefined, client: PoolClient | undefined, release: (destroy?: boolean) => void): void {
  if (client === undefined) return; // the pool is closing
  release(true);
  client.connection.stream.destroy(); // the server may be gone, so there is no goodbye
}
