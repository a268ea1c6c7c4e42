/** A refusal on its way through the guard. */
import type { Refusal } from "./answer.ts";

interface RefusedError extends Error {
  readonly refusal: Refusal;
}

/** Makes the error that refuses a request. */
export function refused(refusal: Refusal, cause?: unknown): RefusedError {
  return Object.assign(new Error(refusal.description, { cause }), { name: "RefusedError", refusal });
}

/** True for an error that refuses a request. */
export const isRefused = (err: unknown): err is RefusedError => err instanceof Error && err.name === "RefusedError";
