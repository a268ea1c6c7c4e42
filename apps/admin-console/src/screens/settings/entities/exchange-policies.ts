/** What exchange policies have beside their fields: who decides on them, and what the APIs and clients are called. */
import type { Cell } from "../../../views/model.ts";
import { clientNames } from "../../audit/names.ts";
import { part } from "../../lists/list.ts";
import type { Visit } from "../../screen.ts";
import type { Extras, Item, Names } from "./entity.ts";

/** By its name, with the identifier below it, and a way to its page. */
const named =
  (field: string, path: string) =>
  (item: Item, names: Names): Cell => {
    const identifier = String(item[field]);
    const [name, href] = [names.get(identifier), `${path}/${part(identifier)}`];
    return name === undefined ? { text: identifier, href } : { text: name, href, second: identifier };
  };

async function apiNames({ api, may }: Visit): Promise<Names> {
  if (!may("settings:read")) return new Map();
  return new Map((await api.listResourceServers()).body.items.map(({ resource, name }) => [resource, name]));
}

export const exchangePolicyExtras: Extras = {
  newLead: { key: "exchange_policies.new.lead" },
  disabling: { key: "exchange_policies.disable.warning" },
  cells: {
    client_id: named("client_id", "/clients"),
    source: named("source", "/settings/apis"),
    target: named("target", "/settings/apis"),
  },
  async names(visit, items) {
    const clients = [...new Set(items.map(({ client_id: id }) => String(id)))];
    const [apis, called] = await Promise.all([apiNames(visit), clientNames(clients, visit)]);
    return new Map([...apis, ...called]);
  },
  named: { client_id: "clients", excluded_groups: "groups" },
  async choices({ api, may }, policy) {
    // The APIs of one that exists do not change.
    if (policy !== undefined || !may("settings:read")) return {};
    const { items } = (await api.listResourceServers()).body;
    const apis = items.map(({ resource, name }) => ({ value: resource, text: `${name} (${resource})` }));
    // The first of each is chosen: two that differ.
    return { of: { source: apis, target: [...apis.slice(1), ...apis.slice(0, 1)] } };
  },
};
