/**
 * Notices connections to Redis whose host fell silent, and replaces them. Nothing else would: under load, a silent
 * socket never idles.
 */

import type { Log } from "../log.ts";

/** A client of node-redis, as far as this goes. */
export interface Watched {
  readonly isReady: boolean;
  ping(): Promise<unknown>;
  destroy(): void;
  connect(): Promise<unknown>;
}

const INTERVAL_MS = 2000;
const ANSWER_LIMIT_MS = 3000;

/**
 * Asks each connection for a sign of life every 2 seconds. One that gives none for 3 seconds is destroyed, which fails
 * the commands on it, and opened anew.
 *
 * @param connections those of now
 * @returns what ends the watch
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
    connection.destroy();
    connection.connect().catch(() => {}); // tried again by itself; each failure is an event
  }

  const timer = setInterval(() => {
    for (const connection of connections()) if (connection.isReady && !asked.has(connection)) void ask(connection);
  }, INTERVAL_MS).unref();
  return () => {
    ended = true;
    clearInterval(timer);
  };
}

function answersInTime(connection: Watched): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_LIMIT_MS).unref();
    const answer = () => {
      clearTimeout(timer);
      resolve(true);
    };
    // A refusal is an answer, too; and one whose socket broke is being opened anew already.
    connection.ping().then(answer, answer);
  });
}
