import { field } from "../../views/fields.ts";
import { listSection } from "../../views/sections.ts";
import { pagesBeside, part, searchAsked } from "../lists/list.ts";
import { linkToNew } from "../lists/new-one.ts";
import type { Screen } from "../screen.ts";
import { membersOf } from "./group-sections.ts";
import { NEW_GROUP } from "./new-group.ts";

/** The groups, by name. */
export const listGroups: Screen = {
  path: "/groups",
  place: "groups.title",
  needs: "roles:read",
  async show(visit) {
    const query = searchAsked(visit);
    const { body } = await visit.api.listGroups({ query: { ...query, with_total: "yes" } });
    const link = linkToNew(NEW_GROUP, visit);
    return {
      id: "groups",
      title: { key: "groups.title" },
      lead: { key: "groups.lead" },
      total: body.total,
      filter: { fields: [field("search", "groups.q", { value: query.q, maxLength: 200 })] },
      ...(link && { links: [link] }),
      sections: [
        listSection("groups", "groups.all", {
          columns: ["groups.name", "groups.members", "managed_by"],
          empty: { title: "groups.empty", lead: "groups.empty.lead", icon: "user-round-cog", link },
          rows: body.items.map((group) => ({
            cells: [
              { text: group.name, href: `/groups/${part(group.id)}` },
              membersOf(group),
              { lock: group.managed_by },
            ],
          })),
        }),
      ],
      ...pagesBeside(visit, "/groups", body),
    };
  },
};
