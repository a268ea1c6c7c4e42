/** What roles have beside their fields. */
import type { Answer } from "@countersign/admin-client";
import type { Option } from "../../../views/model.ts";
import { part } from "../../lists/list.ts";
import { groupName } from "../../roles/role-choices.ts";
import type { Choices, Extras, First, Item } from "./entity.ts";

type Api = Answer<"listResourceServers">["body"]["items"][number];

export const roleExtras: Extras = {
  newLead: { key: "roles.new.lead" },
  async choices({ api, may, query }, role) {
    if (!may("settings:read")) return {};
    const { items } = (await api.listResourceServers()).body;
    if (role !== undefined) return scopesOf(items.find(({ resource }) => resource === role.resource) ?? noApi, role);
    // A role gives one scope at least.
    const apis = items.filter(({ scopes }) => scopes.length > 0);
    const usual = apis.find(({ is_of_service: isOfService }) => !isOfService) ?? apis[0];
    const chosen = apis.find(({ resource }) => resource === query.get("resource")) ?? usual;
    return chosen === undefined ? {} : { ...scopesOf(chosen), first: firstOf(apis, chosen) };
  },
  /** Who has the role, and the page that gives it to more. */
  links({ may }, { id }) {
    if (!may("people:read")) return [];
    const all = {
      href: `/people?role=${part(String(id))}`,
      label: "roles.with_role",
      id: "with-role",
      icon: "users-round",
    };
    const more = {
      href: `/roles/${part(String(id))}/add`,
      label: "roles.assign",
      id: "add-members",
      icon: "user-plus",
    };
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

const noApi = { scopes: [], scope_texts: {} };

/** A check box for each scope that the API defines, or that the role has. */
function scopesOf({ scopes, scope_texts: texts }: Pick<Api, "scopes" | "scope_texts">, role?: Item): Choices {
  const held = Array.isArray(role?.scopes) ? role.scopes.map(String) : [];
  const optionOf = (scope: string): Option => ({
    value: scope,
    text: texts[scope] === undefined ? scope : `${scope} — ${texts[scope]}`,
  });
  return { of: { scopes: [...new Set([...scopes, ...held])].map(optionOf) } };
}

/** The API, by a link for each: what its scopes are is known before they are offered. */
function firstOf(apis: readonly Api[], chosen: Api): First {
  const names = apis.map(({ name }) => name);
  const links = apis.map(({ name, resource }) => ({
    href: `/roles/new?resource=${part(resource)}`,
    label: groupName(name, resource, names),
    isHere: resource === chosen.resource,
  }));
  return { name: "resource", value: chosen.resource, links };
}
