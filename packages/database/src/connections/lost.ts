/** Tells from an error whether its connection can still be used. */
import { DatabaseError } from "pg";

/** How long a statement of a service may take, in milliseconds. After that, PostgreSQL ends it with an error. */
export const STATEMENT_TIMEOUT_MS = 7000;

/** How long a connection may take to be made, in milliseconds. */
export const CONNECT_TIMEOUT_MS = 5000;

/** How much longer to wait for PostgreSQL's answer, in milliseconds. A connection without an answer counts as lost. */
export const GRACE_MS = 1000;

/**
 * The TCP keep-alive options of every connection. While no statement runs, only the system's probes (one a second after
 * 10 seconds) notice a lost host.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

// Class 08: connection exceptions. 57P01 to 57P03: the server ends, crashed, or does not take connections. 57P05 and
// 25P03: it ended a session that waited too long for a statement.
const CONNECTION_LOST = /^(?:08...|57P0[1235]|25P03)$/;
const READ_ONLY = "25006";

/**
 * Whether no further statement may be sent over the connection of this error. An error that does not come from
 * PostgreSQL itself is about the connection.
 */
export const isConnectionLost = (err: unknown) =>
  !(err instanceof DatabaseError) || CONNECTION_LOST.test(err.code ?? "");

/** Whether the server is read-only: it is a standby. A primary can become a standby while its connections stay open. */
export const isReadOnly = (err: unknown) => err instanceof DatabaseError && err.code === READ_ONLY;

/**
 * Whether the error makes every earlier connection suspect: the host did not answer, or it is now a standby and a new
 * connection finds the primary.
 */
const isServerLost = (err: unknown) => isReadOnly(err) || isSilence(err);

/** Whether no answer came in time: the session at the other end may live on. */
export const isSilence = (err: unknown) =>
  !(err instanceof DatabaseError) && err instanceof Error && err.message.startsWith("Query read timeout");

const RENEWAL_INTERVAL_MS = 1000;

/**
 * Calls `renew` for errors that say that the server is lost, at most once a second: a server that stays a standby is no
 * reason to reconnect all the time. A statement without an answer was sent `answerTimeoutMs` ago, so it says nothing
 * about connections that were made since.
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
