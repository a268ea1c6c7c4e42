/** Failures a person can do something about: one sentence that says what happened and what to do, and no stack. */

const EXPECTED = Symbol.for("countersign.expected-failure");

/**
 * An error whose message is the whole explanation, to be shown as it is.
 *
 * @param sentence what happened and what to do about it
 * @param cause the error below, for those who debug
 */
export function failure(sentence: string, cause?: unknown): Error {
  return Object.assign(new Error(sentence, { cause }), { [EXPECTED]: true });
}

/** Whether an error came from `failure`; any other one is a defect and deserves its stack. */
export function isFailure(error: unknown): error is Error {
  return error instanceof Error && EXPECTED in error;
}

/** The system's code of an error ("EACCES", "ENOENT"), if it has one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** What went wrong, as text, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Turns a refused write into a sentence; anything else passes through unchanged. */
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
