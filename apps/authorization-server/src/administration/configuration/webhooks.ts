/** Webhooks in a configuration file. Their keys are made here, and no file names them. */
import type { Secret } from "@countersign/rules";
import type { z } from "zod";
import { inRecords } from "../../platform/records/records.ts";
import { declaredShape } from "../entity-shapes.ts";
import { declaredOf, takenFrom } from "../entity-values.ts";
import { missing } from "../refused.ts";
import { queryIn } from "../roles/kept-role.ts";
import { addWebhook, changeWebhook, removeWebhook } from "../webhooks/acts.ts";
import { webhooks as entity, type NewWebhook, WEBHOOK, type Webhook, webhookFields } from "../webhooks/entity.ts";
import { markWebhook, webhookIdIn, webhooksIn } from "../webhooks/store.ts";
import { fixedProblems } from "./entity-kind.ts";
import { type Applying, defineKind } from "./kind.ts";
import { textsOf } from "./providers.ts";

const { shape: members } = declaredShape(webhookFields);
const shape = declaredShape(webhookFields).extend({
  name: members.name.describe("its name, which identifies it"),
  event_types: members.event_types.unwrap().transform(inOrder).default([]),
});

type WebhookEntry = z.output<typeof shape>;

const section = "webhooks";

export const webhooks = defineKind<WebhookEntry>({
  section,
  noun: "webhook",
  shape,
  keyOf: ({ name }) => name,
  references: () => [],

  async held(records) {
    return (await webhooksIn(queryIn(records))).map((found) => ({
      entry: entryOf(found),
      managedBy: found.managedBy,
      isOfService: false,
    }));
  },

  check({ url }, { targetProblem }) {
    const problem = targetProblem(url);
    return problem === undefined ? [] : [{ path: ["url"], message: problem }];
  },

  checkChange: (held, entry) => (held === undefined ? [] : fixedProblems(entity, held.entry, entry)),

  async create(to, { enabled, ...entry }, by) {
    const texts = textsOf(to.deployment);
    await inRecords(to, async (records) => {
      const database = { query: queryIn(records) };
      const made = await addWebhook({ database, texts }, takenFrom(webhookFields, entry) as NewWebhook, by);
      if (!enabled) await changeWebhook(database, { id: made.id, isEnabled: false }, by);
      // The receiver of v1a verifies with the public key, which is shown at any time.
      if (made.key.publicKey === undefined) to.tell(section, entry.name, made.key.key as Secret);
    });
  },

  change: (to, { after }, by) =>
    withId(to, after, (query, id) => {
      const { signature: _, ...changes } = takenFrom(webhookFields, after);
      return changeWebhook({ query }, { id, ...changes }, by);
    }),

  remove: (to, entry, by) => withId(to, entry, (query, id) => removeWebhook({ query }, id, by)),

  mark: (records, { name }, managedBy) => markWebhook(queryIn(records), name, managedBy),
});

const entryOf = (held: Webhook): WebhookEntry => {
  const entry = declaredOf(webhookFields, held) as WebhookEntry;
  return { ...entry, event_types: inOrder(entry.event_types) };
};

/** Types without order: the same ones in another order are no change. */
function inOrder<Type extends string>(types: readonly Type[]): Type[] {
  return [...new Set(types)].sort();
}

type Act = (query: ReturnType<typeof queryIn>, id: string) => Promise<unknown>;

function withId(to: Applying, { name }: WebhookEntry, act: Act): Promise<void> {
  return inRecords(to, async (records) => {
    const query = queryIn(records);
    const id = await webhookIdIn(query, name);
    if (id === undefined) throw missing(WEBHOOK, name);
    await act(query, id);
  });
}
