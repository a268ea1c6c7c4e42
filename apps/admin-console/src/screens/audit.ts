import type { Page } from "../views/model.ts";
import { asked, nextPage } from "./list.ts";
import type { Screen } from "./screen.ts";

const FILTERS = ["type", "user_id", "actor_id", "client_id"] as const;

/** The audit trail, the newest event first. */
const listAudit: Screen = {
  path: "/audit",
  place: "audit.title",
  needs: "audit:read",
  async show(visit) {
    const filter = Object.fromEntries(
      [...FILTERS, "cursor"].flatMap((name) => {
        const value = asked(visit, name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
    const { body } = await visit.api.listAuditEvents({ query: filter });
    return {
      id: "audit",
      title: { key: "audit.title" },
      filter: {
        fields: FILTERS.map((name) => ({ name, label: `audit.${name}`, type: "text", value: asked(visit, name) })),
      },
      sections: [
        {
          id: "list",
          title: "audit.title",
          table: {
            id: "audit-table",
            columns: ["audit.at", "audit.type", "audit.actor", "audit.person", "audit.client", "audit.detail"],
            empty: "audit.empty",
            rows: body.items.map((event) => ({
              cells: [
                { at: event.at },
                { text: event.type, isCode: true },
                actorOf(event),
                event.user_id === null ? { text: null } : { text: event.user_id, href: `/people/${event.user_id}` },
                { text: event.client_id },
                { text: Object.keys(event.detail).length === 0 ? null : JSON.stringify(event.detail), isCode: true },
              ],
            })),
          },
        },
      ],
      next: nextPage(visit, "/audit", body.next_cursor),
    } satisfies Page;
  },
};

const actorOf = ({ actor, actor_id }: { readonly actor: string; readonly actor_id: string | null }) =>
  actor === "administrator" && actor_id !== null
    ? { text: actor_id, href: `/people/${actor_id}` }
    : { word: `audit.actor.${actor}` };

export const auditScreens: readonly Screen[] = [listAudit];
