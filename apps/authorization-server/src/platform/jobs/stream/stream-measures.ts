/** What operators see of the stream of the audit log. */
import type { Measure } from "@countersign/service";
import type { AuditStream } from "./stream-audit.ts";

export function auditStreamMeasures(stream: Pick<AuditStream, "queue">, now: () => Date): readonly Measure[] {
  const gauge = { type: "gauge", labelNames: [] } as const;
  return [
    {
      ...gauge,
      name: "audit_stream_queue_length",
      help: "Events that wait to be streamed",
      read: async () => [{ labels: {}, value: (await stream.queue()).length }],
    },
    {
      ...gauge,
      name: "audit_stream_queue_age_seconds",
      help: "Age of the oldest event that waits to be streamed; 0 if none waits",
      async read() {
        const { oldest = now() } = await stream.queue();
        return [{ labels: {}, value: Math.max(0, now().getTime() - oldest.getTime()) / 1000 }];
      },
    },
  ];
}
