import { neededText } from "../../views/fields.ts";
import { listSection } from "../../views/sections.ts";
import { pageAsked, pagesBeside, part } from "../lists/list.ts";
import type { Screen } from "../screen.ts";

/** The groups, by name. */
export const listGroups: Screen = {
  path: "/groups",
  place: "groups.title",
  needs: "roles:read",
  async show(visit) {
    const { body } = await visit.api.listGroups({ query: { with_total: "yes", ...pageAsked(visit) } });
    return {
      id: "groups",
      title: { key: "groups.title" },
      lead: { key: "groups.lead" },
      total: body.total,
      sections: [
        listSection("groups", "groups.all", {
          columns: ["groups.name", "groups.members", "managed_by"],
          empty: { title: "groups.empty", lead: "groups.empty.lead", icon: "user-round-cog" },
          rows: body.items.map((group) => ({
            cells: [
              { text: group.name, href: `/groups/${part(group.id)}` },
              { count: group.members },
              { lock: group.managed_by },
            ],
          })),
        }),
        ...(visit.may("roles:write")
          ? [
              {
                id: "new",
                title: "groups.add",
                form: { act: "add", submit: "groups.add", fields: [neededText("groups.name", 100)] },
              },
            ]
          : []),
      ],
      ...pagesBeside(visit, "/groups", body),
    };
  },
  acts: {
    add: {
      needs: "roles:write",
      async run({ api, form, once }) {
        const { body } = await api.addGroup({ body: { name: form.get("name")?.trim() ?? "" }, idempotencyKey: once });
        return { to: `/groups/${part(body.id)}`, done: "group_added" };
      },
    },
  },
};
