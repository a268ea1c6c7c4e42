import type { Screen } from "../../screen.ts";
import { eventTypesIn, PATH, settingsFields, webhookPage } from "./webhook-page.ts";

const SIGNATURES = ["v1", "v1a"] as const;

/** Adds a webhook. Its secret is shown once, on the page that follows. */
export const newWebhook: Screen = {
  path: `${PATH}/new`,
  needs: "settings:write",
  show: async () => ({
    id: "new-webhook",
    title: { key: "webhooks.new" },
    crumbs: [{ href: PATH, label: "webhooks.title" }],
    sections: [
      {
        id: "settings",
        title: "webhooks.settings",
        form: {
          act: "add",
          submit: "webhooks.add",
          fields: [
            ...settingsFields(),
            {
              name: "signature",
              label: "webhooks.signature",
              type: "choice",
              value: "v1",
              options: SIGNATURES.map((value) => ({ value, label: `webhooks.signature.${value}` })),
            },
          ],
        },
      },
    ],
  }),
  acts: {
    add: {
      needs: "settings:write",
      async run(submission) {
        const { api, form, once } = submission;
        const { body, etag } = await api.addWebhook({
          body: {
            name: form.get("name")?.trim() ?? "",
            url: form.get("url")?.trim() ?? "",
            event_types: eventTypesIn(form),
            personal_data: form.get("personal_data") === "yes",
            signature: form.get("signature") === "v1a" ? "v1a" : "v1",
          },
          idempotencyKey: once,
        });
        return { page: webhookPage({ webhook: body, etag, deliveries: [] }, submission, body.secret) };
      },
    },
  },
};
