/** The pool. Its connections may break at any time without ending the process. */
import { Pool, type PoolClient, type PoolConfig } from "pg";
import { askForConnection } from "./held.ts";

export interface WatchedPool {
  readonly pool: Pool;
  /** Ends the idle connections. Connections in use are ended by their users when they fail. */
  renew(): void;
}

export interface PoolOptions extends PoolConfig {
  /** Called when an idle connection breaks; the pool replaces it. */
  readonly onError: (err: Error) => void;
  /** Called with each error with which a connection is given back. */
  readonly onFailure: (err: Error) => void;
}

export function openPool({ onError, onFailure, ...config }: PoolOptions): WatchedPool {
  const pool = new Pool(config);
  const connect = pool.connect.bind(pool);
  pool.connect = ((...callback: Parameters<typeof connect>) => {
    askForConnection();
    return connect(...callback);
  }) as typeof connect;
  pool.on("error", onError);
  pool.on("connect", (client) => {
    // The pool listens only to idle connections. If a connection breaks while it is taken out, the running statement or
    // the next one fails. Without a listener, this event would end the process.
    client.on("error", () => {});
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

function end(_err: Error | undefined, client: PoolClient | undefined, release: (destroy?: boolean) => void): void {
  if (client === undefined) return; // the pool is closing
  release(true);
  client.connection.stream.destroy(); // the server may be gone, so there is no goodbye
}
