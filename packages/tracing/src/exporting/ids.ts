/** Identifiers of traces and spans: W3C Trace Context §3.2.2. */
import { randomFillSync } from "node:crypto";
import type { IdGenerator } from "@opentelemetry/sdk-trace";

const POOL_BYTES = 4096;
const TRACE_ID = /^(?!0{32})[0-9a-f]{32}$/;

export interface Ids extends IdGenerator {
  /** The next trace has this identifier, if it can be one. */
  nextTrace(id: string | undefined): void;
}

/**
 * Random identifiers, because people are shown that of a trace as a reference. Random bytes are cheap in batches, and
 * expensive one by one.
 */
export function openIds(): Ids {
  const pool = Buffer.allocUnsafe(POOL_BYTES);
  let used = POOL_BYTES;
  let next: string | undefined;

  function hex(bytes: number): string {
    if (used + bytes > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    used += bytes;
    return pool.toString("hex", used - bytes, used);
  }

  return {
    nextTrace(id) {
      next = id !== undefined && TRACE_ID.test(id) ? id : undefined;
    },
    generateTraceId() {
      const id = next ?? hex(16);
      next = undefined;
      return id;
    },
    generateSpanId: () => hex(8),
  };
}
