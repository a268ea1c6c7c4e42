import { asked, pageAsked, pagesBeside } from "../lists/list.ts";
import type { Screen } from "../screen.ts";

const PATH = "/settings/mails";
const STATES = ["waiting", "delivered", "failed"] as const;
const TONES = { waiting: "warn", delivered: "good", failed: "bad" } as const;

/** What became of mails, the newest first. */
export const listMails: Screen = {
  path: PATH,
  place: "mails.title",
  needs: "settings:read",
  async show(visit) {
    const address = asked(visit, "address");
    const state = STATES.find((one) => one === asked(visit, "state"));
    const { body } = await visit.api.listMails({
      query: { ...(address && { address }), ...(state && { state }), ...pageAsked(visit), with_total: "yes" },
    });
    const mayTest = visit.may("settings:write");
    return {
      id: "mails",
      title: { key: "mails.title" },
      ...(body.items.length > 0 && { lead: { key: "mails.lead" } }),
      ...(mayTest && { head: { button: { act: "send-test", label: "mails.test", icon: "mail" } } }),
      total: body.total,
      filter: {
        fields: [
          { name: "address", label: "people.email", type: "search", value: address, maxLength: 320 },
          {
            name: "state",
            label: "mails.state",
            type: "choice",
            value: state,
            options: [
              { value: "", label: "status.any" },
              ...STATES.map((value) => ({ value, label: `mails.state.${value}` })),
            ],
          },
        ],
      },
      sections: [
        {
          id: "list",
          title: "mails.title",
          table: {
            id: "mails-table",
            columns: ["created", "people.email", "mails.kind", "mails.state", "mails.attempts", "mails.failure"],
            empty: { title: "mails.empty", lead: "mails.empty.lead", icon: "mail" },
            rows: body.items.map((mail) => ({
              cells: [
                { at: mail.created_at },
                { text: mail.address },
                { word: `mails.kind.${mail.kind}`, or: mail.kind },
                { badge: `mails.state.${mail.state}`, tone: TONES[mail.state] },
                { count: mail.attempts },
                { text: mail.failure },
              ],
            })),
          },
        },
      ],
      ...pagesBeside(visit, PATH, body),
    };
  },
  acts: {
    "send-test": {
      needs: "settings:write",
      async run({ api, once }) {
        await api.sendTestMail({ idempotencyKey: once });
        return { to: PATH, done: "test_mail_sent" };
      },
    },
  },
};
