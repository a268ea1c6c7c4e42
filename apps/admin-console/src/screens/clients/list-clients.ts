import { asked, fileLink, nextPage, part } from "../list.ts";
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
    const { body } = await visit.api.listClients({ query });
    return {
      id: "clients",
      title: { key: "clients.title" },
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
            columns: ["clients.name", "clients.id", "clients.profile", "status", "created", "managed_by"],
            empty: "clients.empty",
            rows: body.items.map((client) => ({
              cells: [
                { text: client.client_name, href: `/clients/${part(client.client_id)}` },
                { text: client.client_id, isCode: true },
                { text: client.profile },
                { word: `status.${client.status}` },
                { at: client.created_at },
                { lock: client.managed_by },
              ],
            })),
          },
        },
      ],
      next: nextPage(visit, "/clients", body.next_cursor),
    };
  },
};
