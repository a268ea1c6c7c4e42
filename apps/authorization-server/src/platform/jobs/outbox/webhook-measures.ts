/** What operators see of webhooks: how old their queue is, and what becomes of attempts. */
import type { Measure } from "@countersign/service";
import type { WebhookDeliveries } from "./deliver-webhooks.ts";

export function webhookMeasures(
  deliveries: Pick<WebhookDeliveries, "counts" | "seconds" | "queue">,
  now: () => Date,
): readonly Measure[] {
  return [
    {
      name: "webhook_attempts_total",
      help: "Attempts to deliver events to webhooks, by result",
      type: "counter",
      labelNames: ["result"],
      read: async () => Object.entries(deliveries.counts()).map(([result, value]) => ({ labels: { result }, value })),
    },
    {
      name: "webhook_seconds_total",
      help: "How long attempts to deliver events to webhooks took together, by result",
      type: "counter",
      labelNames: ["result"],
      read: async () => Object.entries(deliveries.seconds()).map(([result, value]) => ({ labels: { result }, value })),
    },
    {
      name: "webhook_queue_length",
      help: "Events that wait to be delivered to webhooks, of all replicas",
      type: "gauge",
      labelNames: [],
      read: async () => [{ labels: {}, value: (await deliveries.queue()).length }],
    },
    {
      name: "webhook_queue_age_seconds",
      help: "Age of the oldest event that waits to be delivered to a webhook; 0 if none waits",
      type: "gauge",
      labelNames: [],
      async read() {
        const { oldest = now() } = await deliveries.queue();
        return [{ labels: {}, value: Math.max(0, now().getTime() - oldest.getTime()) / 1000 }];
      },
    },
  ];
}
