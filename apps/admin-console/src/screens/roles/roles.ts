import { asked, pageAt } from "../list.ts";
import type { Screen } from "../screen.ts";
import { addressOfRole, oneRole, scopesIn, usesField, usesIn } from "./one-role.ts";

/** The roles, by resource server and name. */
const listRoles: Screen = {
  path: "/roles",
  place: "roles.title",
  needs: "roles:read",
  async show(visit) {
    const cursor = asked(visit, "cursor");
    const { body } = await visit.api.listRoles({ query: { ...(cursor && { cursor }) } });
    const mayChange = visit.may("roles:write");
    return {
      id: "roles",
      title: { key: "roles.title" },
      lead: { key: "roles.lead" },
      links: mayChange ? [{ href: "/roles/new", label: "roles.new", id: "new-role", isPrimary: true }] : [],
      sections: [
        {
          id: "list",
          title: "roles.all",
          table: {
            id: "roles-table",
            columns: ["roles.name", "roles.resource", "roles.scopes", "roles.organizations", "managed_by"],
            empty: { title: "roles.empty", icon: "badge-check" },
            rows: body.items.map((role) => ({
              cells: [
                { text: role.name, href: addressOfRole(role.id) },
                { text: role.resource },
                { tags: role.scopes },
                { word: role.in_organizations ? "roles.yes" : "roles.no" },
                role.is_of_service ? { word: "settings.of_service" } : { lock: role.managed_by },
              ],
            })),
          },
        },
      ],
      next: pageAt(visit, "/roles", body.next_cursor),
    };
  },
};

const newRole: Screen = {
  path: "/roles/new",
  needs: "roles:write",
  show: async () => ({
    id: "new-role",
    title: { key: "roles.new" },
    lead: { key: "roles.new.lead" },
    crumbs: [{ href: "/roles", label: "roles.title" }],
    sections: [
      {
        id: "role",
        title: "roles.role",
        form: {
          act: "add",
          submit: "roles.add",
          fields: [
            { name: "resource", label: "roles.resource", type: "text", hint: "roles.resource.hint", isRequired: true },
            { name: "name", label: "roles.name", type: "text", isRequired: true, maxLength: 100 },
            { name: "scopes", label: "roles.scopes", type: "lines", hint: "roles.scopes.hint", isRequired: true },
            usesField(),
          ],
        },
      },
    ],
  }),
  acts: {
    add: {
      needs: "roles:write",
      async run({ api, form, once }) {
        const [resource, name] = [form.get("resource")?.trim() ?? "", form.get("name")?.trim() ?? ""];
        const body = { resource, name, scopes: scopesIn(form), ...usesIn(form) };
        const added = await api.addRole({ body, idempotencyKey: once });
        return { to: addressOfRole(added.body.id), done: "role_added" };
      },
    },
  },
};

export const roleScreens: readonly Screen[] = [listRoles, newRole, oneRole];
