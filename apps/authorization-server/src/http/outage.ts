/** Tells an outage of the database from a fault of ours: it passes by itself, and until then the answer is 503. */

const NETWORK = /^(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

// Connection lost (08), out of resources (53), stopped by its operator or a time limit (57), a standby now (25006), the
// transaction ended by a time limit (25P03), or undone for the sake of another one (40001, 40P01, 55P03).
const SQLSTATE = /^(?:08|53|57)[0-9A-Z]{3}$|^25006$|^25P03$|^40001$|^40P01$|^55P03$/;

// What the driver says without a code.
const DRIVER = [
  "timeout exceeded when trying to connect",
  "timeout expired",
  "Connection terminated",
  "Client has encountered a connection error",
  "Client was closed",
  "Query read timeout",
];

/** Whether a statement failed because the database cannot be asked now. */
export function isDatabaseOutage(err: unknown): boolean {
  if (!(err instanceof Error)) return false;
  const code = "code" in err ? String(err.code) : "";
  return NETWORK.test(code) || SQLSTATE.test(code) || DRIVER.some((beginning) => err.message.startsWith(beginning));
}
