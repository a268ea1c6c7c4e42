import type { Answer } from "@countersign/admin-client";
import type { Link, Menu } from "../../views/model.ts";
import { listSection } from "../../views/sections.ts";
import { fileLink, pagesBeside, sortsOf } from "../lists/list.ts";
import type { Screen, Visit } from "../screen.ts";
import { statusBadge } from "../status.ts";
import { addressOf, kindOf, lastSignInOf } from "./client.ts";
import { logoOf } from "./client-logo.ts";
import { mayChange } from "./client-tabs.ts";
import { clientsFilter } from "./clients-filter.ts";
import { CLIENT_BULK, manyClientActs, switchOf } from "./many-clients.ts";

const NEW_CLIENT: Link = {
  ...{ href: "/clients/new", label: "clients.new", id: "new-client", icon: "plus" },
  isPrimary: true,
};

/** The clients, by name. */
export const listClients: Screen = {
  path: "/clients",
  place: "clients.title",
  needs: "clients:read",
  async show(visit) {
    const { query, fields } = clientsFilter(visit);
    const { body } = await visit.api.listClients({ query: { ...query, with_total: "yes" } });
    const mayWrite = visit.may("clients:write");
    return {
      id: "clients",
      title: { key: "clients.title" },
      lead: { key: "clients.lead" },
      total: body.total,
      links: [fileLink(visit, "/clients"), ...(mayWrite ? [NEW_CLIENT] : [])],
      filter: { fields, ...(query.sort && { kept: [{ name: "sort", value: query.sort }] }) },
      sections: [
        listSection("clients", "clients.title", {
          columns: ["clients.name", "status", "clients.kind", "people.last_sign_in", "created", "managed_by"],
          sorts: sortsOf(visit, "/clients", {
            "clients.name": { sort: "client_name", direction: "ascending" },
            created: { sort: "-created_at", direction: "descending" },
          }),
          empty: {
            ...{ title: "clients.none_yet", lead: "clients.none_yet.lead", icon: "layout-grid" },
            ...(mayWrite && { link: NEW_CLIENT }),
          },
          ...(mayWrite && { bulk: CLIENT_BULK }),
          rows: body.items.map((client) => ({
            ...(mayWrite && { select: { value: client.client_id, about: client.client_name } }),
            cells: [
              {
                ...{ named: client.client_name, href: addressOf(client.client_id), look: "thing" },
                ...{ below: client.client_id, called: "clients.id", sought: query.q },
                ...(client.has_logo && { picture: logoOf(client.client_id) }),
              },
              statusBadge(client.status),
              { word: `clients.kind.${kindOf(client)}` },
              lastSignInOf(client),
              { at: client.created_at, as: "date" },
              { lock: client.managed_by },
            ],
            menu: menuOf(client, visit),
          })),
        }),
      ],
      ...pagesBeside(visit, "/clients", body),
    };
  },
  acts: manyClientActs,
};

type Listed = Answer<"listClients">["body"]["items"][number];

function menuOf(client: Listed, visit: Visit): Menu {
  const { client_id: id, client_name: about } = client;
  const address = addressOf(id);
  const tabs = ["settings", "credentials", "activity"];
  return {
    about,
    links: [
      ...tabs.map((tab) => ({ href: `${address}?tab=${tab}`, label: `clients.tab.${tab}` })),
      ...(mayChange(client, visit)
        ? [{ href: `${address}/delete`, label: "clients.delete", isDanger: true as const }]
        : []),
    ],
    buttons: mayChange(client, visit) ? [switchOf(client)] : [],
  };
}
