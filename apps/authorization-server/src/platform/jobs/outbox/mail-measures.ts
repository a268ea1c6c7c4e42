/** What operators see of the mails: how old the queue is, and what becomes of them. Nothing in it is about a person. */
import type { Measure } from "@countersign/service";
import type { MailDeliveries } from "./deliver-mail.ts";

export function mailMeasures(
  deliveries: Pick<MailDeliveries, "counts" | "queue">,
  now: () => Date,
): readonly Measure[] {
  const gauge = { type: "gauge", labelNames: [] } as const;
  return [
    {
      name: "mail_results_total",
      help: "Results of attempts to deliver mails, and mails that were given up, expired or could not be opened",
      type: "counter",
      labelNames: ["kind", "result"],
      read: async () =>
        deliveries.counts().map(({ kind, result, count }) => ({ labels: { kind, result }, value: count })),
    },
    {
      ...gauge,
      name: "mail_queue_length",
      help: "Mails that wait to be delivered, of all replicas",
      read: async () => [{ labels: {}, value: (await deliveries.queue()).length }],
    },
    {
      ...gauge,
      name: "mail_queue_age_seconds",
      help: "Age of the oldest mail that waits to be delivered; 0 if none waits",
      async read() {
        const { oldest = now() } = await deliveries.queue();
        return [{ labels: {}, value: Math.max(0, now().getTime() - oldest.getTime()) / 1000 }];
      },
    },
  ];
}
