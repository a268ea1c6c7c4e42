/** The pool, whose connections may break at any time without ending the process. */
import { Pool, type PoolClient, type PoolConfig } from "pg";

export interface WatchedPool {
  readonly pool: Pool;
  /** Ends the connections that nobody uses. Those in use are ended by their users when they fail. */
  renew(): void;
}

export interface PoolOptions extends PoolConfig {
  /** Told when an idle connection breaks; the pool replaces it. */
  readonly onError: (err: Error) => void;
  /** Told of each error with which a connection is given back. */
  readonly onFailure: (err: Error) => void;
}

export function openPool({ onError, onFailure, ...config }: PoolOptions): WatchedPool {
  const pool = new Pool(config);
  pool.on("error", onError);
  pool.on("connect", (client) => {
    // The pool listens to idle connections only. One that breaks while it is taken out fails the statement under way,
    // or the next one. Unheard, this event would end the process.
    client.on("error", () => {});
  });
  pool.on("release", (err) => {
    if (err instanceof Error) onFailure(err);
  });

  return {
    pool,
    renew() {
      // Taken out at the next tick, before anybody else who asks for one from now on.
      for (let left = pool.idleCount; left > 0; left--) pool.connect(end);
    },
  };
}

function end(_err: Error | undefined, client: PoolClient | undefined, release: (destroy?: boolean) => void): void {
  if (client === undefined) return; // the pool is closing
  release(true);
  client.connection.stream.destroy(); // nobody may be there to take leave of
}
