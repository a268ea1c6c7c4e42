/**
 * Failures that a person can fix. The message says in one sentence what happened and what to do, without a stack
 * trace.
 */

const EXPECTED = Symbol.for("countersign.expected-failure");

/**
 * An error whose message is the whole explanation. It is shown unchanged.
 *
 * @param sentence what happened and what to do about it
 * @param cause the underlying error, for debugging
 */
export function failure(sentence: string, cause?: unknown): Error {
  return Object.assign(new Error(sentence, { cause }), { [EXPECTED]: true });
}

/** Whether an error came from `failure`. Any other error is a defect and is shown with its stack trace. */
export function isFailure(error: unknown): error is Error {
  return error instanceof Error && EXPECTED in error;
}

/** The system's code of an error ("EACCES", "ENOENT"), if the error has one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Turns a refused write into a failure with a sentence. Returns any other error unchanged. */
export function explainWrite(error: unknown, path: string): unknown {
  switch (codeOf(error)) {
    case "EACCES":
    case "EPERM":
      return failure(
        `No permission to write ${path}: make it yours (chown), or set COUNTERSIGN_DATA_DIR to a folder of yours.`,
        error,
      );
    case "EROFS":
      return failure(
        `${path} is on a read-only file system: set COUNTERSIGN_DATA_DIR to a folder that can be written.`,
        error,
      );
    case "ENOSPC":
      return failure(`The disk of ${path} is full: make room and start again.`, error);
    default:
      return error;
  }
}
