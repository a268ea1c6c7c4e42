/** Closing what is open at a moment at which nothing waits in a server's sockets. */
import type { Server } from "node:http";

/** In a shorter turn of the event loop, nothing came that this process did not see: milliseconds. */
const SHORT_MS = 0.2;
/** A process that slept is not interrupted at once by those that waited for the processor. */
const SLEEP_MS = 1;
/** A process that is never idle has no short turn. */
const LIMIT_MS = 10_000;

/**
 * Calls `close` in a turn of the event loop that was short and accepted no connection, so that what it closes has
 * nothing unread. The system resets a connection that waits for its acceptance, or has unread data, when it is closed,
 * and a proxy may not send a POST a second time. Node.js accepts one connection a turn, so one turn is not enough.
 */
export function inQuietTurn(server: Server, close: () => void): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on("connection", count);
  const giveUpAt = performance.now() + LIMIT_MS;
  return new Promise((resolve) => {
    const attempt = () => {
      const [before, began] = [accepted, performance.now()];
      // The sockets are looked at between here and there. A promise between that and `close` would take time.
      setImmediate(() => {
        const now = performance.now();
        const isQuiet = accepted === before && now - began < SHORT_MS;
        if (!isQuiet && now < giveUpAt) {
          if (accepted === before) setTimeout(attempt, SLEEP_MS);
          else attempt();
          return;
        }
        close();
        server.off("connection", count);
        resolve();
      });
    };
    setTimeout(attempt, SLEEP_MS);
  });
}
