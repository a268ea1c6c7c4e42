/**
 * Writes the audit log to another system: every event at least once, in the order of their ids as far as they are
 * there. A target that cannot be written to is left for growing pauses, and holds up nothing else.
 */
import { randomUUID } from "node:crypto";
import type { Database } from "@countersign/database";
import type { Logger } from "@countersign/service";
import { type AuditStreamQueue, auditStreamStore } from "../../stores/audit/audit-stream.ts";
import type { StreamWriter } from "./stream-writer.ts";

/** Events in one write, and writes in one run: no more than this is in memory. */
const MOST_EVENTS = 200;
const MOST_WRITES = 50;
/** Seconds for which nothing is written to a target that failed. The last repeats. */
const PAUSES_SECONDS = [1, 2, 5, 10, 30, 60];

export interface AuditStream {
  /** Writes what waits, if this replica serves the stream. Returns how many events it wrote. */
  run(): Promise<number>;
  queue(): Promise<AuditStreamQueue>;
  close(): Promise<void>;
}

export interface AuditStreamParts {
  readonly database: Pick<Database, "pool">;
  readonly writer: StreamWriter;
  readonly personalData: boolean;
  readonly now: () => Date;
  /** The milliseconds since some moment, on a monotonic clock: by it, pauses are counted. */
  readonly elapsed?: () => number;
  readonly log: Pick<Logger, "info" | "error">;
}

export function openAuditStream(parts: AuditStreamParts): AuditStream {
  const { database, writer, personalData, now, elapsed = () => performance.now(), log } = parts;
  const store = auditStreamStore(database, log);
  const holder = randomUUID();
  let failures = 0;
  let pausedUntil = 0;
  let running: Promise<number> | undefined;
  let closed = false;

  const failed = (err: unknown) => {
    pausedUntil = elapsed() + 1000 * (PAUSES_SECONDS[Math.min(failures, PAUSES_SECONDS.length - 1)] ?? 0);
    failures += 1;
    log.error({ err, failures }, "the audit log could not be streamed");
  };

  /** How many events were written; fewer than there is room for if no more wait, or the target failed. */
  const writeSome = async (): Promise<number> => {
    if (!(await store.lease(holder, now()))) return 0;
    const batch = await store.next(MOST_EVENTS, { personalData });
    if (batch.ids.length === 0) return 0;
    try {
      if (batch.events.length > 0) await writer.write(batch.events);
    } catch (err) {
      failed(err);
      return 0;
    }
    await store.written(batch);
    if (failures > 0) log.info({ failures }, "the audit log is streamed again");
    failures = 0;
    return batch.ids.length;
  };

  const writeAll = async (): Promise<number> => {
    let total = 0;
    for (let writes = 0; writes < MOST_WRITES && !closed; writes++) {
      // biome-ignore lint/performance/noAwaitInLoops: a batch at a time
      const count = await writeSome();
      total += count;
      if (count < MOST_EVENTS) break;
    }
    return total;
  };

  return {
    async run() {
      if (closed || elapsed() < pausedUntil) return 0;
      running ??= writeAll().finally(() => {
        running = undefined;
      });
      return running;
    },
    queue: store.queue,
    async close() {
      closed = true;
      await running?.catch(() => {});
      await store.release(holder, now()).catch(() => {});
      await writer.close();
    },
  };
}
