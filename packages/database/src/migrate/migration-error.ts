/** The error for everything that stops a migration. Its message says what to do and needs no stack trace. */

export interface MigrationError extends Error {
  readonly code: "migration_failed";
}

export function migrationError(message: string, cause?: unknown): MigrationError {
  const error = new Error(message, cause === undefined ? undefined : { cause });
  return Object.assign(error, { name: "MigrationError", code: "migration_failed" as const });
}

/** True for an error that an operator can act on by reading only its message. */
export function isMigrationError(err: unknown): err is MigrationError {
  return err instanceof Error && "code" in err && err.code === "migration_failed";
}
