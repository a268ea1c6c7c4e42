/** The one error that callers distinguish: the store is unavailable. They fail closed, with 503. */
import { askStore } from "./asked.ts";

const CODE = "store_unavailable";
const LIMIT_MS = 5000;

/** An error for a store that cannot be reached; `cause` is for the log. */
export function storeUnavailable(cause: unknown): Error {
  return Object.assign(new Error("the short-lived store cannot be reached", { cause }), { code: CODE });
}

/** True only for the errors of `storeUnavailable`. */
export function isStoreUnavailable(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === CODE;
}

/**
 * Runs one call to the store. Any error there counts as an outage, and so does a missing answer: otherwise a hanging
 * connection would hold the request, and those behind it, for minutes.
 */
export async function reach<T>(call: () => Promise<T>, limitMs = LIMIT_MS): Promise<T> {
  askStore();
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs);
  });

  try {
    return await Promise.race([call(), silence]);
  } catch (error) {
    throw storeUnavailable(error);
  } finally {
    clearTimeout(timer);
  }
}
