/** What every store refuses alike, so that no input works on one and fails on another. */

/** Milliseconds of a lifetime in seconds; fractions count. Throws RangeError unless it is finite and positive. */
export function milliseconds(ttlSeconds: number): number {
  const ms = Math.round(ttlSeconds * 1000);
  if (!Number.isSafeInteger(ms) || ms <= 0) throw new RangeError("ttlSeconds must be a positive number of seconds");
  return ms;
}

/** Throws RangeError for text that PostgreSQL cannot store (U+0000) or UTF-8 would change (lone surrogates). */
export function assertText(text: string): void {
  if (text.includes("\0") || !text.isWellFormed()) throw new RangeError("text must be well-formed and without U+0000");
}

/** Throws RangeError unless a set may hold at least one member. */
export function assertLimit(limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 1) throw new RangeError("limit must be a positive integer");
}
