import type { Link } from "../../views/model.ts";
import { fileLink, goesOn, nextPage, part } from "../list.ts";
import type { Screen } from "../screen.ts";
import { peopleFilter } from "./people-filter.ts";

const FOR_NEW_PEOPLE: readonly Link[] = [
  { href: "/people/invitations", label: "invitations.title", id: "invitations" },
  { href: "/people/new", label: "people.new", id: "new-person", isPrimary: true },
];

/** The people, by username, or those whose username, address or name begins with a text. */
export const listPeople: Screen = {
  path: "/people",
  place: "people.title",
  needs: "people:read",
  async show(visit) {
    const { query, fields } = await peopleFilter(visit);
    const { body } = await visit.api.listPeople({ query });
    return {
      id: "people",
      title: { key: "people.title" },
      links: [fileLink(visit, "/people"), ...(visit.may("people:write") ? FOR_NEW_PEOPLE : [])],
      filter: { fields },
      sections: [
        {
          id: "list",
          title: "people.title",
          ...goesOn(body.items.length, body.next_cursor),
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
