/**
 * Notices connections to Redis whose host no longer answers, and replaces them. Nothing else would notice: under load,
 * such a socket never idles.
 */

import type { Log } from "../log.ts";

/** The part of the node-redis client that this module uses. */
export interface Watched {
  readonly isReady: boolean;
  ping(): Promise<unknown>;
  destroy(): void;
  connect(): Promise<unknown>;
}

const INTERVAL_MS = 2000;
/** How long a connection may be without an answer. A server that gets to a call later than that does not do it. */
export const ANSWER_LIMIT_MS = 3000;

/**
 * Pings each connection every 2 seconds. A connection without an answer for 3 seconds is destroyed, which fails its
 * commands, and is opened again.
 *
 * @param connections returns the current connections
 * @returns a function that ends the watch
 */
export function watch(connections: () => Iterable<Watched>, log: Log): () => void {
  const asked = new Set<Watched>();
  let ended = false;

  async function ask(connection: Watched): Promise<void> {
    asked.add(connection);
    const answers = await answersInTime(connection);
    asked.delete(connection);
    if (answers || ended || !connection.isReady) return;

    log.warn({ afterMs: ANSWER_LIMIT_MS }, "Redis does not answer; its connection is replaced");
    replace(connection);
  }

  const timer = setInterval(() => {
    for (const connection of connections()) if (connection.isReady && !asked.has(connection)) void ask(connection);
  }, INTERVAL_MS).unref();
  return () => {
    ended = true;
    clearInterval(timer);
  };
}

function replace(connection: Watched): void {
  connection.destroy();
  connection.connect().catch(() => {}); // the client retries by itself and emits an event for each failure
}

const REPLACEMENT_PAUSE_MS = 1000;

/**
 * Returns the function that looks at errors. A primary that became a replica keeps its connections, and refuses every
 * change: a new connection may reach the primary behind the same address. At most one a second is made.
 */
export function replacingReplica(connection: Watched, log: Log): (error: unknown) => void {
  let replacedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (!isOfReplica(error) || performance.now() - replacedAt < REPLACEMENT_PAUSE_MS || !connection.isReady) return;
    replacedAt = performance.now();
    log.warn({}, "Redis is a replica and refuses changes; its connection is replaced");
    replace(connection);
  };
}

/** Before version 7, the error of a command stands within that of its script. */
const isOfReplica = (error: unknown) => error instanceof Error && /\b(?:READONLY|MASTERDOWN)\b/.test(error.message);

function answersInTime(connection: Watched): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_LIMIT_MS).unref();
    const answer = () => {
      clearTimeout(timer);
      resolve(true);
    };
    // A refusal is an answer too. A connection whose socket broke is already being reopened.
    connection.ping().then(answer, answer);
  });
}
