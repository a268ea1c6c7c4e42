/** What roles have beside their fields. */
import { part } from "../../lists/list.ts";
import type { Extras, Item } from "./entity.ts";

export const roleExtras: Extras = {
  newLead: { key: "roles.new.lead" },
  async choices({ api, may }) {
    if (!may("settings:read")) return {};
    const { items } = (await api.listResourceServers()).body;
    return { resource: items.map(({ resource, name }) => ({ value: resource, text: `${name} (${resource})` })) };
  },
  /** Who has the role, and the page that gives it to more. */
  links({ may }, { id }) {
    if (!may("people:read")) return [];
    const all = { href: `/people?role=${part(String(id))}`, label: "roles.with_role", id: "with-role" };
    const more = { href: `/roles/${part(String(id))}/add`, label: "roles.assign", id: "add-members" };
    return may("roles:write") ? [all, more] : [all];
  },
  cells: {
    // The identifier of the API is the second line.
    resource: () => undefined,
    resource_name: ({ resource, resource_name: name }: Item) => ({
      text: String(name),
      href: `/settings/apis/${part(String(resource))}`,
      second: String(resource),
    }),
  },
};
