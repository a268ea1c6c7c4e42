import { asked, fileLink, pageAt, part } from "../list.ts";
import { statusBadge } from "../people/list-people.ts";
import type { Screen, Visit } from "../screen.ts";

/** What of the list is asked for. */
export function clientsQuery(visit: Pick<Visit, "query">) {
  const [q, cursor] = [asked(visit, "q"), asked(visit, "cursor")];
  return { ...(q && { q }), ...(cursor && { cursor }) };
}

/** The clients, by name. */
export const listClients: Screen = {
  path: "/clients",
  place: "clients.title",
  needs: "clients:read",
  async show(visit) {
    const query = clientsQuery(visit);
    const { body } = await visit.api.listClients({ query: { ...query, with_total: "yes" } });
    return {
      id: "clients",
      title: { key: "clients.title" },
      lead: { key: "clients.lead" },
      total: body.total,
      links: [
        fileLink(visit, "/clients"),
        ...(visit.may("clients:write")
          ? [{ href: "/clients/new", label: "clients.new", id: "new-client", isPrimary: true } as const]
          : []),
      ],
      filter: { fields: [{ name: "q", label: "clients.q", type: "search", value: query.q, maxLength: 200 }] },
      sections: [
        {
          id: "list",
          title: "clients.title",
          table: {
            id: "clients-table",
            columns: ["clients.name", "status", "clients.profile", "created", "managed_by"],
            empty: {
              ...{ title: "clients.none_yet", lead: "clients.none_yet.lead", icon: "layout-grid" },
              ...(visit.may("clients:write") && { link: { href: "/clients/new", label: "clients.new" } }),
            },
            rows: body.items.map((client) => ({
              cells: [
                {
                  ...{ named: client.client_name, href: `/clients/${part(client.client_id)}`, look: "thing" },
                  ...{ below: client.client_id, sought: query.q },
                },
                statusBadge(client.status),
                { word: `clients.profile.${client.profile}`, or: client.profile },
                { at: client.created_at, as: "date" },
                { lock: client.managed_by },
              ],
            })),
          },
        },
      ],
      previous: pageAt(visit, "/clients", body.previous_cursor),
      next: pageAt(visit, "/clients", body.next_cursor),
    };
  },
};
