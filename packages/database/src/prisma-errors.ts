/** What the driver said, where Prisma Client says it in its own words. */

interface Cause {
  readonly kind: string;
  readonly originalCode?: string;
  readonly originalMessage?: string;
  readonly host?: string;
  readonly port?: number;
}

/** The codes of the operating system for what Prisma tells without a code of the driver. */
const SYSTEM_CODES: Readonly<Record<string, string>> = {
  DatabaseNotReachable: "ECONNREFUSED",
  ConnectionClosed: "ECONNRESET",
  SocketTimeout: "ETIMEDOUT",
};

/**
 * The error of the driver behind one of Prisma Client, with the driver's message and code (SQLSTATE); any other error
 * as it is. So whoever handles errors knows one kind of them, whichever way a statement went.
 */
export function driverError(err: unknown): unknown {
  const cause = causeOf(err);
  if (cause === undefined) return err;

  const { kind, host = "", port = "", originalCode = SYSTEM_CODES[kind] } = cause;
  const { originalMessage = `${kind} ${host}:${port}` } = cause;
  const failure = new Error(originalMessage, { cause: err });
  return originalCode === undefined ? failure : Object.assign(failure, { code: originalCode });
}

/** Where the adapter's error is: in `meta` of Prisma's, or it is that error itself. */
function causeOf(err: unknown): Cause | undefined {
  if (!(err instanceof Error)) return undefined;
  const meta = "meta" in err ? (err.meta as { driverAdapterError?: unknown } | undefined) : undefined;
  const adapted = meta?.driverAdapterError ?? err;
  if (!(adapted instanceof Error) || adapted.name !== "DriverAdapterError") return undefined;
  return adapted.cause as Cause;
}
