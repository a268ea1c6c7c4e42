/** The driver's message and code, which Prisma Client wraps in its own error. */

interface Cause {
  readonly kind: string;
  readonly originalCode?: string;
  readonly originalMessage?: string;
  readonly host?: string;
  readonly port?: number;
}

/** The operating system's codes for errors that Prisma reports without a code of the driver. */
const SYSTEM_CODES: Readonly<Record<string, string>> = {
  DatabaseNotReachable: "ECONNREFUSED",
  ConnectionClosed: "ECONNRESET",
  SocketTimeout: "ETIMEDOUT",
};

/**
 * Returns the driver's error behind an error of Prisma Client, with the driver's message and code (SQLSTATE); returns
 * any other error unchanged. So error handlers see one kind of error, whichever way the statement was sent.
 */
export function driverError(err: unknown): unknown {
  const cause = causeOf(err);
  if (cause === undefined) return isTooLate(err) ? tooLate(err) : err;

  const { kind, host = "", port = "", originalCode = SYSTEM_CODES[kind] } = cause;
  const { originalMessage = `${kind} ${host}:${port}` } = cause;
  const failure = new Error(originalMessage, { cause: err });
  return originalCode === undefined ? failure : Object.assign(failure, { code: originalCode });
}

const TOO_LATE = /expired transaction|Unable to start a transaction in the given time/;

/** Whether Prisma ended a transaction by a time limit of its own. */
const isTooLate = (err: unknown): boolean =>
  err instanceof Error && "code" in err && err.code === "P2028" && TOO_LATE.test(err.message);

/** The error that PostgreSQL has for it: `transaction_timeout`. */
const tooLate = (cause: unknown): Error =>
  Object.assign(new Error("the transaction took too long", { cause }), { code: "25P04" });

/** Finds the adapter's error: it is in `meta` of Prisma's error, or it is the error itself. */
function causeOf(err: unknown): Cause | undefined {
  if (!(err instanceof Error)) return undefined;
  const meta = "meta" in err ? (err.meta as { driverAdapterError?: unknown } | undefined) : undefined;
  const adapted = meta?.driverAdapterError ?? err;
  if (!(adapted instanceof Error) || adapted.name !== "DriverAdapterError") return undefined;
  return adapted.cause as Cause;
}
