import { field, neededText } from "../../views/fields.ts";
import type { Section } from "../../views/model.ts";
import { listSection } from "../../views/sections.ts";
import { fileLink, pagesBeside, part, searchAsked } from "../lists/list.ts";
import type { Screen } from "../screen.ts";
import { statusBadge } from "../status.ts";

/** The organizations, by slug; to an administrator of one of them, that one. */
export const listOrganizations: Screen = {
  path: "/organizations",
  place: "organizations.title",
  needs: "organizations:read",
  async show(visit) {
    const query = searchAsked(visit);
    const { body } = await visit.api.listOrganizations({ query: { ...query, with_total: "yes" } });
    return {
      id: "organizations",
      title: { key: "organizations.title" },
      lead: { key: "organizations.lead" },
      total: body.total,
      ...(body.items.length > 0 && { links: [fileLink(visit, "/organizations")] }),
      filter: { fields: [field("search", "organizations.q", { value: query.q, maxLength: 200 })] },
      sections: [
        listSection("organizations", "organizations.all", {
          columns: ["organizations.name", "status", "organizations.members"],
          empty: { title: "organizations.empty", lead: "organizations.empty.lead", icon: "building-2" },
          rows: body.items.map(({ id, name, slug, members, disabled_at }) => ({
            cells: [
              { named: name, href: `/organizations/${part(id)}`, below: slug, look: "thing", sought: query.q },
              statusBadge(disabled_at === null),
              { count: members },
            ],
          })),
        }),
        ...(visit.may("organizations:write") && visit.organization === null ? [NEW] : []),
      ],
      ...pagesBeside(visit, "/organizations", body),
    };
  },
  acts: {
    add: {
      needs: "organizations:write",
      async run({ api, form, once }) {
        const [slug, name] = [form.get("slug")?.trim() ?? "", form.get("name")?.trim() ?? ""];
        const { body } = await api.addOrganization({ body: { slug, name }, idempotencyKey: once });
        return { to: `/organizations/${part(body.id)}`, done: "organization_added" };
      },
    },
  },
};

const NEW: Section = {
  id: "new",
  title: "organizations.add",
  form: {
    act: "add",
    submit: "organizations.add",
    fields: [neededText("organizations.name", 100), neededText("organizations.slug", 40, { hasHint: true })],
  },
};
