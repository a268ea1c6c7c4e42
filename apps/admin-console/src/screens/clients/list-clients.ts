import { asked, nextPage, part } from "../list.ts";
import type { Screen } from "../screen.ts";

/** The clients, by name. */
export const listClients: Screen = {
  path: "/clients",
  place: "clients.title",
  needs: "clients:read",
  async show(visit) {
    const [q, cursor] = [asked(visit, "q"), asked(visit, "cursor")];
    const { body } = await visit.api.listClients({ query: { ...(q && { q }), ...(cursor && { cursor }) } });
    return {
      id: "clients",
      title: { key: "clients.title" },
      links: visit.may("clients:write")
        ? [{ href: "/clients/new", label: "clients.new", id: "new-client", isPrimary: true }]
        : [],
      filter: { fields: [{ name: "q", label: "clients.q", type: "search", value: q, maxLength: 200 }] },
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
