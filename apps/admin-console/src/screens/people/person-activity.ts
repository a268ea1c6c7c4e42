/** What happened to a person, and what they did, with the names of the applications. */
import type { Answer } from "@countersign/admin-client";
import type { Cell, Section } from "../../views/model.ts";
import { emptyOf, tableSection } from "../../views/sections.ts";
import { happened, wordOf } from "../audit/audit.ts";
import { clientNames } from "../audit/names.ts";
import { part } from "../lists/list.ts";
import type { Visit } from "../screen.ts";
import { tabOf } from "./person-tabs.ts";

type Included = NonNullable<Answer<"readPerson">["body"]["included"]>;

/** What the applications of the events are called, where the page shows them. */
export async function clientsOf({ events }: Included, visit: Visit): Promise<ReadonlyMap<string, string>> {
  if (events === undefined || tabOf(visit) !== "activity") return new Map();
  const ids = happened(events.items).flatMap(({ client_id: id }) => (id === null ? [] : [id]));
  return clientNames([...new Set(ids)], visit);
}

export function eventsSection(
  body: NonNullable<Included["events"]>,
  { params }: Pick<Visit, "params">,
  clients: ReadonlyMap<string, string>,
): readonly Section[] {
  const clientOf = (id: string): Cell => {
    const name = clients.get(id);
    return name === undefined ? { text: id, isCode: true } : { text: name, href: `/clients/${part(id)}` };
  };
  return [
    {
      ...tableSection("events", "audit.title", {
        columns: ["audit.at", "audit.type", "audit.actor", "audit.client"],
        empty: emptyOf("audit.empty", "history"),
        rows: happened(body.items).map((event) => ({
          cells: [
            { at: event.at },
            wordOf(event),
            { word: `audit.actor.${event.actor}` },
            event.client_id === null ? { text: null } : clientOf(event.client_id),
          ],
        })),
      }),
      links: [{ href: `/audit?user_id=${part(params.id ?? "")}`, label: "audit.all" }],
    },
  ];
}
