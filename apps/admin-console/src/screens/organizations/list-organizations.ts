import { field } from "../../views/fields.ts";
import { listSection } from "../../views/sections.ts";
import { fileLink, pagesBeside, part, searchAsked } from "../lists/list.ts";
import { linkToNew } from "../lists/new-one.ts";
import type { Screen } from "../screen.ts";
import { statusBadge } from "../status.ts";
import { NEW_ORGANIZATION } from "./new-organization.ts";

/** The organizations, by slug; to an administrator of one of them, that one. */
export const listOrganizations: Screen = {
  path: "/organizations",
  place: "organizations.title",
  needs: "organizations:read",
  async show(visit) {
    const query = searchAsked(visit);
    const { body } = await visit.api.listOrganizations({ query: { ...query, with_total: "yes" } });
    const link = visit.organization === null ? linkToNew(NEW_ORGANIZATION, visit) : undefined;
    const file = body.items.length > 0 ? [fileLink(visit, "/organizations")] : [];
    return {
      id: "organizations",
      title: { key: "organizations.title" },
      lead: { key: "organizations.lead" },
      total: body.total,
      links: [...file, ...(link ? [link] : [])],
      filter: { fields: [field("search", "organizations.q", { value: query.q, maxLength: 200 })] },
      sections: [
        listSection("organizations", "organizations.all", {
          columns: ["organizations.name", "status", "organizations.members"],
          empty: { title: "organizations.empty", lead: "organizations.empty.lead", icon: "building-2", link },
          rows: body.items.map(({ id, name, slug, members, disabled_at }) => ({
            cells: [
              { named: name, href: `/organizations/${part(id)}`, below: slug, look: "thing", sought: query.q },
              statusBadge(disabled_at === null),
              { count: members },
            ],
          })),
        }),
      ],
      ...pagesBeside(visit, "/organizations", body),
    };
  },
};
