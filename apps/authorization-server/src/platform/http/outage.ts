/**
 * Distinguishes an outage of the database from a fault in our code. An outage is temporary, and the response is 503.
 */

const NETWORK = /^(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

// Connection lost (08), out of resources (53), stopped by the operator or a time limit (57), now a standby (25006),
// transaction ended by a time limit (25P03, 25P04) or rolled back because of another one (40001, 40P01, 55P03).
const SQLSTATE = /^(?:08|53|57)[0-9A-Z]{3}$|^25006$|^25P0[34]$|^40001$|^40P01$|^55P03$/;

// Errors that the driver reports without a code.
const DRIVER = [
  "timeout exceeded when trying to connect",
  "timeout expired",
  "Connection terminated",
  "Client has encountered a connection error",
  "Client was closed",
  "Query read timeout",
];

/** Whether a statement failed because the database is unavailable. */
export function isDatabaseOutage(err: unknown): boolean {
  if (!(err instanceof Error)) return false;
  const code = "code" in err ? String(err.code) : "";
  return NETWORK.test(code) || SQLSTATE.test(code) || DRIVER.some((beginning) => err.message.startsWith(beginning));
}
