/** Failures of a command that the operator can correct: a sentence, and the exit code for it. */
import { Refused } from "../../administration/refused.ts";

export const EXIT_DONE = 0;
const EXIT_REFUSED = 1;
export const EXIT_USAGE = 2;
const EXIT_DIFFERS = 2;

const EXIT_CODE = Symbol("exit code");

/** An error whose message is the whole explanation: the request was understood, but is refused. */
export const refusal = (sentence: string): Error => Object.assign(new Error(sentence), { [EXIT_CODE]: EXIT_REFUSED });

/** An error for a command line that cannot be understood. */
export const misuse = (sentence: string): Error => Object.assign(new Error(sentence), { [EXIT_CODE]: EXIT_USAGE });

/** An error that tells a program that there is a difference, which the report has shown. */
export const differs = (sentence: string): Error => Object.assign(new Error(sentence), { [EXIT_CODE]: EXIT_DIFFERS });

/** The message for the operator about anything that was thrown, and the exit code. It never contains a stack trace. */
export function explain(thrown: unknown): { readonly sentence: string; readonly exitCode: number } {
  // Node reports a refused connection to several addresses as an AggregateError without a message.
  const error = thrown instanceof AggregateError && thrown.errors.length > 0 ? thrown.errors[0] : thrown;
  if (!(error instanceof Error)) return { sentence: String(error), exitCode: EXIT_REFUSED };
  // A refusal can be corrected, and its message says everything.
  if (error instanceof Refused) return { sentence: error.message, exitCode: EXIT_REFUSED };
  if (EXIT_CODE in error) return { sentence: error.message, exitCode: Number(error[EXIT_CODE]) };

  return { sentence: sentenceOf(error), exitCode: EXIT_REFUSED };
}

// Codes of PostgreSQL (appendix A of its manual) and of the system whose own message does not say what to do.
const HINTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "cannot reach the database: is it running, and is DATABASE_URL right?",
  ENOTFOUND: "cannot reach the database: the host in DATABASE_URL is unknown",
  "3D000": "the database does not exist: run the command `prepare` first",
  "42P01": "the database has not been migrated: run the command `migrate` first",
  "42703": "the database is of another version: run the command `migrate` first",
  "42501": "the login in DATABASE_URL may not do this: run the command `prepare`, which gives logins their rights",
};

function sentenceOf(error: Error): string {
  const code = codeOf(error);
  const hint = Object.hasOwn(HINTS, code) ? HINTS[code] : undefined;
  return hint === undefined ? error.message || error.name : `${hint} (${error.message || code})`;
}

function codeOf(error: Error): string {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  // The migrations grant the services the right to use the schema. Without that right, the tables are missing for them.
  return code === "42501" && error.message.includes("for schema") ? "42P01" : code;
}
