/** What a stream of the audit log is written by, and its lines. */
import { EVENT_VERSION, type ReadEvent, sentEvent } from "../../stores/audit/audit-event-shape.ts";

export interface StreamWriter {
  /** Writes all of the events. Throws if it is not known that they were written. */
  write(events: readonly ReadEvent[]): Promise<void>;
  close(): Promise<void>;
}

/** An event as one line. The first member tells it apart from lines of the log. */
export const streamLine = (event: ReadEvent): string =>
  JSON.stringify({ stream: "audit", version: EVENT_VERSION, ...sentEvent(event) });
