import { asked, nextPage, part } from "../list.ts";
import type { Screen } from "../screen.ts";

const STATUSES = ["enabled", "disabled"] as const;

/** The people, by username, or those whose username, address or name begins with a text. */
export const listPeople: Screen = {
  path: "/people",
  place: "people.title",
  needs: "people:read",
  async show(visit) {
    const [q, cursor] = [asked(visit, "q"), asked(visit, "cursor")];
    const status = STATUSES.find((one) => one === asked(visit, "status"));
    const { body } = await visit.api.listPeople({
      query: { ...(q && { q }), ...(status && { status }), ...(cursor && { cursor }) },
    });
    return {
      id: "people",
      title: { key: "people.title" },
      links: visit.may("people:write")
        ? [
            { href: "/people/invitations", label: "invitations.title", id: "invitations" },
            { href: "/people/new", label: "people.new", id: "new-person", isPrimary: true },
          ]
        : [],
      filter: {
        fields: [
          { name: "q", label: "people.q", type: "search", value: q, maxLength: 200 },
          {
            name: "status",
            label: "status",
            type: "choice",
            value: status,
            options: [
              { value: "", label: "status.any" },
              ...STATUSES.map((value) => ({ value, label: `status.${value}` })),
            ],
          },
        ],
      },
      sections: [
        {
          id: "list",
          title: "people.title",
          table: {
            id: "people-table",
            columns: ["people.username", "people.name", "people.email", "status", "people.last_sign_in", "created"],
            empty: "people.empty",
            rows: body.items.map((person) => ({
              cells: [
                { text: person.username, href: `/people/${part(person.id)}` },
                { text: person.name },
                { text: person.email },
                { word: `status.${person.status}` },
                { at: person.last_sign_in_at },
                { at: person.created_at },
              ],
            })),
          },
        },
      ],
      next: nextPage(visit, "/people", body.next_cursor),
    };
  },
};
