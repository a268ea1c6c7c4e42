import { asked, pageAt } from "../../list.ts";
import type { Screen, Submission } from "../../screen.ts";
import { addressOf, eventTypesIn, PATH, webhookPage } from "./webhook-page.ts";

const idOf = ({ params }: Pick<Submission, "params">) => params.id ?? "";

/** One webhook: its settings, and what became of events. */
export const oneWebhook: Screen = {
  path: `${PATH}/:id`,
  needs: "settings:read",
  async show(visit) {
    const path = { id: idOf(visit) };
    const cursor = asked(visit, "cursor");
    const [{ body: webhook, etag }, { body: page }] = await Promise.all([
      visit.api.readWebhook({ path }),
      visit.api.listWebhookDeliveries({ path, query: { limit: 20, ...(cursor && { cursor }) } }),
    ]);
    const shown = webhookPage({ webhook, etag, deliveries: page.items }, visit);
    return { ...shown, next: pageAt(visit, addressOf(path.id), page.next_cursor) };
  },
  acts: {
    save: {
      needs: "settings:write",
      async run(submission) {
        const { form } = submission;
        const body = {
          name: form.get("name")?.trim() ?? "",
          url: form.get("url")?.trim() ?? "",
          event_types: eventTypesIn(form),
          personal_data: form.get("personal_data") === "yes",
        };
        return changed(submission, body, "saved");
      },
    },
    disable: {
      needs: "settings:write",
      run: (submission) => changed(submission, { enabled: false }, "webhook_disabled"),
    },
    enable: {
      needs: "settings:write",
      run: (submission) => changed(submission, { enabled: true }, "webhook_enabled"),
    },
    "rotate-secret": {
      needs: "settings:write",
      async run(submission) {
        const path = { id: idOf(submission) };
        const { api, once } = submission;
        const { body, etag } = await api.rotateWebhookSecret({ path, body: {}, idempotencyKey: once });
        return { page: webhookPage({ webhook: body, etag, deliveries: [] }, submission, body.secret) };
      },
    },
    test: {
      needs: "settings:write",
      async run({ api, once, ...submission }) {
        await api.testWebhook({ path: { id: idOf(submission) }, idempotencyKey: once });
        return { to: addressOf(idOf(submission)), done: "webhook_tested" };
      },
    },
    replay: {
      needs: "settings:write",
      async run({ api, form, once, ...submission }) {
        const path = { id: idOf(submission), delivery: form.get("value") ?? "" };
        await api.replayWebhookDelivery({ path, idempotencyKey: once });
        return { to: addressOf(path.id), done: "webhook_replayed" };
      },
    },
    remove: {
      needs: "settings:write",
      confirmation: { label: "webhooks.remove", warning: { key: "webhooks.remove.warning" } },
      async run(submission) {
        await submission.api.removeWebhook({ path: { id: idOf(submission) } });
        return { to: PATH, done: "webhook_removed" };
      },
    },
  },
};

type Changes = Parameters<Submission["api"]["changeWebhook"]>[0]["body"];

async function changed(submission: Submission, body: Changes, done: string) {
  await submission.api.changeWebhook({ path: { id: idOf(submission) }, body, ifMatch: submission.etag });
  return { to: addressOf(idOf(submission)), done };
}
