/** Another secret for what gets signed requests. */
import type { Act } from "../../screen.ts";
import { type Entity, type Extras, type Item, idIn, operationOf } from "./entity.ts";
import { pageOf } from "./page.ts";

/** Makes another secret, and shows it once. */
export const rotation = (entity: Entity, extras: Extras): Act => ({
  needs: entity.writes,
  async run(submission) {
    const path = { id: idIn(submission) };
    const rotate = operationOf(submission.api, "rotate", `${entity.one}_secret`);
    const [{ body, etag }, beside] = await Promise.all([
      rotate({ path, body: {}, idempotencyKey: submission.once }),
      extras.beside?.(submission, path.id),
    ]);
    const item: Item = body;
    return { page: pageOf(entity, { item, etag, extras, beside }, submission, item.secret) };
  },
});

export const ROTATE = { act: "rotate-secret", label: "webhooks.rotate_secret" } as const;
