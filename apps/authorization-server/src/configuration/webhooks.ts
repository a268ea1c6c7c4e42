/** Webhooks in a configuration file. Their keys are made here, and no file names them. */
import type { Secret } from "@countersign/rules";
import { z } from "zod";
import { queryIn } from "../administration/kept-role.ts";
import { missing } from "../administration/refused.ts";
import { addWebhookIn, changeWebhookIn, removeWebhookIn } from "../administration/webhooks.ts";
import { inRecords } from "../records/records.ts";
import { type Webhook, webhooksIn } from "../stores/webhooks/webhooks.ts";
import { type Applying, defineKind } from "./kind.ts";
import { textsOf } from "./providers.ts";
import { webhookSettings, webhookSignature } from "./webhook-shape.ts";

const shape = z.strictObject({
  name: webhookSettings.name.describe("its name, which identifies it"),
  url: webhookSettings.url,
  event_types: webhookSettings.event_types.transform((types) => [...new Set(types)].sort()).default([]),
  personal_data: webhookSettings.personal_data.default(false),
  signature: webhookSignature,
  enabled: z.boolean().default(true),
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

  checkChange(held, { signature }) {
    if (held === undefined || held.entry.signature === signature) return [];
    return [{ path: ["signature"], message: "cannot be changed: add another webhook" }];
  },

  async create(to, { enabled, ...entry }, by) {
    const { name, signature } = entry;
    const texts = textsOf(to.deployment);
    await inRecords(to, async (records) => {
      const query = queryIn(records);
      const made = await addWebhookIn(query, texts, { ...settingsOf(entry), signature }, by);
      if (!enabled) await changeWebhookIn(query, { id: made.id, isEnabled: false }, by);
      // The receiver of v1a verifies with the public key, which is shown at any time.
      if (made.key.publicKey === undefined) to.tell(section, name, made.key.key as Secret);
    });
  },

  change: (to, { after }, by) =>
    withId(to, after, async (query, id) => {
      await changeWebhookIn(query, { id, ...settingsOf(after), isEnabled: after.enabled }, by);
    }),

  remove: (to, entry, by) => withId(to, entry, (query, id) => removeWebhookIn(query, id, by)),

  mark: ({ webhook }, { name }, managedBy) => webhook.updateMany({ where: { name }, data: { managedBy } }),
});

const settingsOf = ({ name, url, event_types, personal_data }: Omit<WebhookEntry, "signature" | "enabled">) => ({
  name,
  url,
  eventTypes: event_types,
  personalData: personal_data,
});

const entryOf = ({ name, url, eventTypes, personalData, signature, disabledAt }: Webhook): WebhookEntry => ({
  name,
  url,
  // The acts take known types alone.
  event_types: [...eventTypes].sort() as WebhookEntry["event_types"],
  personal_data: personalData,
  signature,
  enabled: disabledAt === null,
});

type Act = (query: ReturnType<typeof queryIn>, id: string) => Promise<void>;

function withId(to: Applying, { name }: WebhookEntry, act: Act): Promise<void> {
  return inRecords(to, async (records) => {
    const found = await records.webhook.findUnique({ where: { name }, select: { id: true } });
    if (found === null) throw missing("webhook", name);
    await act(queryIn(records), found.id);
  });
}
