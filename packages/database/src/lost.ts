/** Tells from an error what became of the connection that it came over. */
import { DatabaseError } from "pg";

/** How long a statement of a service may take, in milliseconds. PostgreSQL ends it then, and says so. */
export const STATEMENT_TIMEOUT_MS = 7000;

/** How long a connection may take to be made, in milliseconds. */
export const CONNECT_TIMEOUT_MS = 5000;

/** How much longer the answer of PostgreSQL is waited for, in milliseconds. A connection without one counts as lost. */
export const GRACE_MS = 1000;

/**
 * What every connection of ours has. Without a statement, only the system's probes (one a second after 10 seconds)
 * notice a lost host.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

// Class 08: connection exceptions. 57P01 to 57P03: the server ends, crashed, or does not take connections.
const CONNECTION_LOST = /^(?:08...|57P0[123])$/;
const READ_ONLY = "25006";

/**
 * Whether no further statement may be sent over the connection of this error. What PostgreSQL itself did not say is
 * about the connection.
 */
export const isConnectionLost = (err: unknown) =>
  !(err instanceof DatabaseError) || CONNECTION_LOST.test(err.code ?? "");

/** Whether the server may only be read: it is a standby, which a primary can become while its connections stay. */
export const isReadOnly = (err: unknown) => err instanceof DatabaseError && err.code === READ_ONLY;

/**
 * Whether the error is a reason to distrust every connection that was made before: the host did not answer, or it is a
 * standby now, and the primary is found by connecting anew.
 */
const isServerLost = (err: unknown) =>
  isReadOnly(err) ||
  (!(err instanceof DatabaseError) && err instanceof Error && err.message.startsWith("Query read timeout"));

const RENEWAL_INTERVAL_MS = 1000;

/**
 * Calls `renew` for errors that say that the server is lost. A standby that stays one is no reason to connect all the
 * time, so it is once a second at most. A statement without an answer was sent `answerTimeoutMs` ago: it says nothing
 * of connections that were made since.
 */
export function renewing(renew: () => void, answerTimeoutMs: number): (err: unknown) => void {
  let renewedAt = Number.NEGATIVE_INFINITY;
  return (err) => {
    const intervalMs = err instanceof DatabaseError ? RENEWAL_INTERVAL_MS : answerTimeoutMs;
    if (!isServerLost(err) || performance.now() - renewedAt < intervalMs) return;
    renewedAt = performance.now();
    renew();
  };
}
