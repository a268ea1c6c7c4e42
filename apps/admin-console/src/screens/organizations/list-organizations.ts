import type { Section } from "../../views/model.ts";
import { asked, fileLink, pageAt, part } from "../list.ts";
import type { Screen } from "../screen.ts";

/** The organizations, by slug; to an administrator of one of them, that one. */
export const listOrganizations: Screen = {
  path: "/organizations",
  place: "organizations.title",
  needs: "organizations:read",
  async show(visit) {
    const cursor = asked(visit, "cursor");
    const { body } = await visit.api.listOrganizations({ query: { ...(cursor && { cursor }) } });
    return {
      id: "organizations",
      title: { key: "organizations.title" },
      lead: { key: "organizations.lead" },
      links: [fileLink(visit, "/organizations")],
      sections: [
        {
          id: "list",
          title: "organizations.all",
          table: {
            id: "organizations-table",
            columns: ["organizations.name", "organizations.slug", "organizations.members", "organizations.disabled"],
            empty: "organizations.empty",
            rows: body.items.map(({ id, name, slug, members, disabled_at }) => ({
              cells: [
                { text: name, href: `/organizations/${part(id)}` },
                { text: slug, isCode: true },
                { count: members },
                { at: disabled_at },
              ],
            })),
          },
        },
        ...(visit.may("organizations:write") && visit.organization === null ? [NEW] : []),
      ],
      next: pageAt(visit, "/organizations", body.next_cursor),
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
  title: "organizations.new",
  form: {
    act: "add",
    submit: "organizations.add",
    fields: [
      { name: "name", label: "organizations.name", type: "text", isRequired: true, maxLength: 100 },
      {
        name: "slug",
        label: "organizations.slug",
        type: "text",
        hint: "organizations.slug.hint",
        isRequired: true,
        maxLength: 40,
      },
    ],
  },
};
