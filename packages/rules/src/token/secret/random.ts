import { randomFillSync } from "node:crypto";

/** Random bytes are cheap in large batches, and expensive a few at a time. */
const POOL_BYTES = 6144;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/**
 * Random bytes of the platform's generator for secrets, in base64url. No byte is returned twice, or kept here after it
 * was returned.
 */
export const randomText = (bytes: number): string => take(bytes, (taken) => taken.toString("base64url"));

/** The same, as raw bytes. */
export const randomPart = (bytes: number): Buffer => take(bytes, (taken) => Buffer.from(taken));

function take<T>(bytes: number, as: (taken: Buffer) => T): T {
  if (used + bytes > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const taken = pool.subarray(used, used + bytes);
  used += bytes;
  const given = as(taken);
  taken.fill(0);
  return given;
}
