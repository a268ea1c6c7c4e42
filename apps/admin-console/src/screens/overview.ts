import type { Section } from "../views/model.ts";
import { part } from "./list.ts";
import type { Screen, Visit } from "./screen.ts";
import { statisticsSections } from "./statistics.ts";

/** What an administrator sees first: how many people sign in and how, new people, and what happened last. */
const overview: Screen = {
  path: "/",
  place: "overview.title",
  async show(visit) {
    const [statistics, people, events] = await Promise.all([
      visit.may("statistics:read") ? statisticsSections(visit) : [],
      visit.may("people:read") ? newPeople(visit) : [],
      visit.may("audit:read") ? lastEvents(visit) : [],
    ]);
    return { id: "overview", title: { key: "overview.title" }, sections: [...statistics, ...people, ...events] };
  },
};

async function newPeople({ api }: Visit): Promise<readonly Section[]> {
  const { body } = await api.listPeople({ query: { sort: "-created_at", limit: 5 } });
  return [
    {
      id: "new-people",
      title: "overview.new_people",
      table: {
        id: "new-people-table",
        columns: ["people.username", "people.name", "created"],
        empty: "people.empty",
        rows: body.items.map((person) => ({
          cells: [
            { text: person.username, href: `/people/${part(person.id)}` },
            { text: person.name },
            { at: person.created_at },
          ],
        })),
      },
    },
  ];
}

async function lastEvents({ api }: Visit): Promise<readonly Section[]> {
  const { body } = await api.listAuditEvents({ query: { limit: 10 } });
  return [
    {
      id: "last-events",
      title: "overview.last_events",
      table: {
        id: "events-table",
        columns: ["audit.at", "audit.type", "audit.actor"],
        empty: "audit.empty",
        rows: body.items.map((event) => ({
          cells: [{ at: event.at }, { text: event.type, isCode: true }, { word: `audit.actor.${event.actor}` }],
        })),
      },
      links: [{ href: "/audit", label: "audit.all" }],
    },
  ];
}

export const overviewScreens: readonly Screen[] = [overview];
