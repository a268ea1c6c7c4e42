/**
 * The one error of every verification here. Callers answer it with their own code; only the log may contain `detail`.
 */

export interface InvalidJwtError extends Error {
  readonly code: "invalid_jwt";
  /** The cause, only for the log: a caller that could tell causes apart would have an oracle. */
  readonly detail: string;
}

/**
 * Makes the error. Its message is the same for every cause, so it does not tell a padding error from a signature error
 * (RFC 8725 §3.2).
 */
export function invalidJwt(detail: string, cause?: unknown): InvalidJwtError {
  const error = new Error("the token is invalid", cause === undefined ? undefined : { cause });
  return Object.assign(error, { name: "InvalidJwtError", code: "invalid_jwt" as const, detail });
}

/** True for an error that means that the token is invalid; false if the token could not be checked. */
export function isInvalidJwt(err: unknown): err is InvalidJwtError {
  return err instanceof Error && "code" in err && err.code === "invalid_jwt";
}
