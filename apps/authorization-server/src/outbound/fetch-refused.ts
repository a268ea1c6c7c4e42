/** The one error of what goes out: a document could not be had. */

const REFUSED = "fetch_refused";

/** Whether an error says that a document could not be had. Why is no business of whoever gave the address. */
export const isFetchRefused = (err: unknown): err is Error =>
  err instanceof Error && "code" in err && err.code === REFUSED;

/** The error of everything here. Its message is for the log. */
export const fetchRefused = (reason: string, cause?: unknown) =>
  Object.assign(new Error(reason, { cause }), { code: REFUSED });
