/** What waits to be sent. */
import { z } from "zod";
import { OUTBOX_NAMES, readOutboxes } from "../../../platform/stores/outboxes.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { spelled, time } from "../../api/shapes.ts";

const outbox = z.strictObject({
  name: z.enum(OUTBOX_NAMES),
  waiting: z.int().meta({ description: "how many wait, counted up to 10000" }),
  oldest_at: time.nullable().meta({ description: "since when the oldest one waits" }),
});

const read = defineOperation({
  id: "readOutboxes",
  method: "GET",
  path: "/outboxes",
  summary: "How many mails, events for webhooks and logout tokens wait to be sent, and since when",
  scope: "settings:read",
  answer: z.strictObject({ items: z.array(outbox) }),
  async handle(_, { database }) {
    return { body: { items: (await readOutboxes(database)).map((one) => spelled(outbox, one)) } };
  },
});

export const outboxOperations: readonly Operation[] = [read];
