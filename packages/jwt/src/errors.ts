/** The one error of every verification here. Callers answer it with their own code; only the log reads `detail`. */

export interface InvalidJwtError extends Error {
  readonly code: "invalid_jwt";
  /** Why, for the log alone: a caller who could tell causes apart would be an oracle. */
  readonly detail: string;
}

/**
 * Makes the error. Its message is the same for every cause (RFC 8725 §3.2: nothing to tell padding from signature by).
 */
export function invalidJwt(detail: string, cause?: unknown): InvalidJwtError {
  const error = new Error("the token is invalid", cause === undefined ? undefined : { cause });
  return Object.assign(error, { name: "InvalidJwtError", code: "invalid_jwt" as const, detail });
}

/** True for an error that says the token is bad; false for one that says we could not find out. */
export function isInvalidJwt(err: unknown): err is InvalidJwtError {
  return err instanceof Error && "code" in err && err.code === "invalid_jwt";
}
