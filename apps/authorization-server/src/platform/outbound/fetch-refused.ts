/** The only error of outbound requests: a document could not be fetched. */

const REFUSED = "fetch_refused";

/**
 * Whether an error says that a document could not be fetched. The reason is not shown to the party that gave the
 * address.
 */
export const isFetchRefused = (err: unknown): err is Error =>
  err instanceof Error && "code" in err && err.code === REFUSED;

/** The error of all outbound requests. Its message is for the log. */
export const fetchRefused = (reason: string, cause?: unknown) =>
  Object.assign(new Error(reason, { cause }), { code: REFUSED });
