import type { Answer } from "@countersign/admin-client";
import type { Cell, Page, Row } from "../../views/model.ts";
import { asked, fileLink, fixedPagesBeside, goesOn } from "../lists/list.ts";
import type { Screen } from "../screen.ts";
import { auditFilter } from "./audit-filter.ts";
import { type Details, detailsOf } from "./details.ts";
import { eventPanel } from "./event-panel.ts";
import { type Names, namesIn } from "./names.ts";

type Event = Answer<"listAuditEvents">["body"]["items"][number];

/** How many events a page shows: some have many details. */
const SHOWN = 20;

/** The audit log, the newest event first. */
const listAudit: Screen = {
  path: "/audit",
  place: "audit.title",
  needs: "audit:read",
  async show(visit) {
    const [{ query, fields, choosing }, cursor] = [await auditFilter(visit), asked(visit, "cursor")];
    const page = { id: "audit", title: { key: "audit.title" }, filter: { fields } } as const;
    if (choosing !== undefined) return { ...page, sections: [choosing] };
    const shown = { limit: SHOWN, with_total: "yes", ...(cursor && { cursor }) } as const;
    const { body } = await visit.api.listAuditEvents({ query: { ...query, ...shown } });
    const [names, details] = await Promise.all([namesIn(body.items, visit), detailsOf(body.items, visit)]);
    return {
      ...page,
      ...(body.items.length > 0 && { lead: { key: "audit.lead" } }),
      total: body.total,
      links: [fileLink(visit, "/audit", "csv"), fileLink(visit, "/audit", "jsonl")],
      sections: [
        {
          id: "list",
          title: "audit.title",
          ...goesOn(body.items.length, body.next_cursor, SHOWN),
          table: {
            id: "audit-table",
            columns: [
              ...["audit.at", "audit.type", "audit.actor", "audit.person", "audit.client", "audit.address"],
              "audit.detail",
            ],
            empty: { title: "audit.empty", lead: "audit.empty.lead", icon: "history" },
            rows: body.items.map((event) => rowOf(event, names, details)),
          },
        },
      ],
      ...fixedPagesBeside(visit, "/audit", body, SHOWN),
    } satisfies Page;
  },
};

const rowOf = (event: Event, names: Names, details: Details): Row => ({
  cells: [
    { at: event.at },
    wordOf(event),
    names.actor(event),
    names.person(event.user_id),
    names.client(event.client_id),
    { text: event.address },
    { panel: eventPanel(event, names, details) },
  ],
});

/** The newest events, except those of administrators who only looked: each look at a person is one. */
export const happened = <Event extends { readonly type: string }>(events: readonly Event[]): readonly Event[] =>
  events.filter(({ type }) => type !== "activity_read").slice(0, 10);

export const wordOf = ({ type }: { readonly type: string }): Cell => ({ word: `event.${type}`, or: type });

export const auditScreens: readonly Screen[] = [listAudit];
