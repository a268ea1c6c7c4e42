import { linesIn } from "../../views/form.ts";
import { asked, nextPage } from "../list.ts";
import type { Screen } from "../screen.ts";

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
            empty: "roles.empty",
            rows: body.items.map((role) => ({
              cells: [
                { text: role.name },
                { text: role.resource },
                { tags: role.scopes },
                { word: role.in_organizations ? "roles.yes" : "roles.no" },
                { lock: role.managed_by },
              ],
              // The API refuses to delete what a configuration declares: it is deleted there.
              ...(mayChange &&
                role.managed_by === null && {
                  buttons: [{ act: "remove", label: "roles.delete", value: role.id, about: role.name }],
                }),
            })),
          },
        },
      ],
      next: nextPage(visit, "/roles", body.next_cursor),
    };
  },
  acts: {
    remove: {
      needs: "roles:write",
      confirmation: { label: "roles.delete", warning: { key: "roles.delete.warning" } },
      async run({ api, form }) {
        await api.removeRole({ path: { role: form.get("value") ?? "" } });
        return { to: "/roles", done: "role_deleted" };
      },
    },
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
            {
              name: "use",
              label: "roles.organizations",
              type: "choices",
              hint: "roles.organizations.hint",
              options: [{ value: "organizations", label: "roles.organizations.yes" }],
            },
          ],
        },
      },
    ],
  }),
  acts: {
    add: {
      needs: "roles:write",
      async run({ api, form, once }) {
        const scopes = linesIn(form, "scopes").flatMap((line) => line.split(" ").filter(Boolean));
        const [resource, name] = [form.get("resource")?.trim() ?? "", form.get("name")?.trim() ?? ""];
        const in_organizations = form.getAll("use").includes("organizations");
        await api.addRole({ body: { resource, name, scopes, in_organizations }, idempotencyKey: once });
        return { to: "/roles", done: "role_added" };
      },
    },
  },
};

export const roleScreens: readonly Screen[] = [listRoles, newRole];
