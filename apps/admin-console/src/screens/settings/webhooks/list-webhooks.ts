import type { Screen } from "../../screen.ts";
import { addressOf, PATH, typesOf } from "./webhook-page.ts";

/** The addresses that are sent events, by name. */
export const listWebhooks: Screen = {
  path: PATH,
  place: "webhooks.title",
  needs: "settings:read",
  async show({ api, may }) {
    const { body } = await api.listWebhooks();
    return {
      id: "webhooks",
      title: { key: "webhooks.title" },
      lead: { key: "webhooks.lead" },
      ...(may("settings:write") && {
        links: [{ href: `${PATH}/new`, label: "webhooks.new", id: "new-webhook", isPrimary: true as const }],
      }),
      sections: [
        {
          id: "list",
          title: "webhooks.all",
          table: {
            id: "webhooks-table",
            columns: [
              "webhooks.name",
              "webhooks.url",
              "webhooks.types",
              "webhooks.last_success",
              "status",
              "managed_by",
            ],
            empty: "webhooks.empty",
            rows: body.items.map((webhook) => ({
              cells: [
                { text: webhook.name, href: addressOf(webhook.id) },
                { text: webhook.url, isCode: true },
                typesOf(webhook),
                { at: webhook.last_success_at },
                { word: webhook.enabled ? "status.enabled" : "status.disabled" },
                { lock: webhook.managed_by },
              ],
            })),
          },
        },
      ],
    };
  },
};
