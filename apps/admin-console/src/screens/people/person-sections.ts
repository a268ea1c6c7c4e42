/** Parts of the page about a person. What they show comes with the person, in one answer. */
import type { Answer } from "@countersign/admin-client";
import type { Fact, Section } from "../../views/model.ts";
import { emptyOf, tableSection } from "../../views/sections.ts";
import { heldRolesSection } from "../roles/held-roles.ts";
import type { Visit } from "../screen.ts";
import { nameOfBrowser } from "../sessions.ts";
import { eventsSection } from "./person-activity.ts";
import { groupsSection, organizationsSection } from "./person-places.ts";
import { type PersonTab, tabOf } from "./person-tabs.ts";

type Included = NonNullable<Answer<"readPerson">["body"]["included"]>;
type May = Pick<Visit, "may">;

const INCLUDE = "factors,connections,consents,sessions,roles,groups,organizations,events";
/** What there is to choose from, on the parts of the page that have a choice. */
const KNOWN: Partial<Record<PersonTab, string>> = {
  access: "known_roles,known_groups",
  organizations: "known_organizations",
};

/** The person of a page with everything that the page shows; what the caller may not read is not there. */
export async function personOf(visit: Pick<Visit, "api" | "params" | "query">) {
  const { api, params } = visit;
  const include = [INCLUDE, KNOWN[tabOf(visit)]].filter((names) => names !== undefined).join(",");
  const { body, etag } = await api.readPerson({ path: { id: params.id ?? "" }, query: { include } });
  const { included = {}, ...person } = body;
  return { person, included, etag };
}

/** The sections of the part of the page that is asked for. @param clients names of applications */
export function sectionsOf(included: Included, who: Visit, clients: ReadonlyMap<string, string>): readonly Section[] {
  const { sessions, factors, connections, consents, events } = included;
  switch (tabOf(who)) {
    case "security":
      return [
        ...(factors === undefined ? [] : factorsSection(factors, who)),
        ...(connections === undefined ? [] : connectionsSection(connections, who)),
      ];
    case "sessions":
      return sessions === undefined ? [] : sessionsSection(sessions, who);
    case "access":
      return [
        ...rolesSection(included, who),
        ...groupsSection(included, who),
        ...(consents === undefined ? [] : consentsSection(consents, who)),
      ];
    case "organizations":
      return organizationsSection(included, who);
    case "activity":
      return events === undefined ? [] : eventsSection(events, who, clients);
    default:
      return [];
  }
}

function sessionsSection(body: NonNullable<Included["sessions"]>, { may }: May): readonly Section[] {
  const mayEnd = may("sessions:write");
  return [
    {
      ...tableSection("sessions", "sessions.title", {
        columns: ["sessions.browser", "sessions.network", "sessions.clients", "sessions.since"],
        empty: emptyOf("sessions.empty", "monitor-smartphone"),
        rows: body.items.map((session) => ({
          cells: [
            { text: nameOfBrowser(session.user_agent) },
            { text: session.network },
            { tags: session.clients },
            { at: session.created_at },
          ],
          ...(mayEnd && {
            buttons: [
              {
                act: "end-session",
                label: "sessions.end",
                value: session.id,
                about: nameOfBrowser(session.user_agent) ?? session.id,
              },
            ],
          }),
        })),
      }),
      ...(mayEnd && body.items.length > 0 && { buttons: [{ act: "end-sessions", label: "sessions.end_all" }] }),
    },
  ];
}

/** The sessions of the person, and the applications that they end in. */
export async function sessionFacts(visit: Pick<Visit, "api" | "params" | "query">): Promise<readonly Fact[]> {
  const { sessions } = (await personOf(visit)).included;
  if (sessions === undefined) return [];
  return [
    { label: "people.delete.sessions", value: { count: sessions.items.length } },
    { label: "people.delete.clients", value: { tags: [...new Set(sessions.items.flatMap(({ clients }) => clients))] } },
  ];
}

/** The factors other than the password. One that is lost can be removed by itself. */
function factorsSection(body: NonNullable<Included["factors"]>, { may }: May): readonly Section[] {
  const factors = [
    ...body.passkeys.map(({ use, ...key }) => ({ ...key, act: "remove-passkey", kind: `factors.${use}` })),
    ...body.authenticator_apps.map((app) => ({ ...app, act: "remove-app", kind: "factors.app" })),
  ];
  return [
    tableSection("factors", "factors.title", {
      columns: ["factors.name", "factors.kind", "factors.last_used"],
      empty: emptyOf("factors.none", "fingerprint"),
      rows: factors.map(({ id, name, kind, act, last_used_at: at }) => ({
        cells: [{ text: name }, { word: kind }, { at }],
        ...(may("people:write") && {
          buttons: [{ act, isDanger: true, label: "factors.remove", value: id, about: name }],
        }),
      })),
    }),
  ];
}

function consentsSection(body: NonNullable<Included["consents"]>, { may }: May): readonly Section[] {
  const mayWithdraw = may("people:write");
  return [
    tableSection("consents", "consents.title", {
      columns: ["consents.client", "consents.resource", "consents.granted", "consents.since"],
      empty: emptyOf("consents.empty", "layout-grid"),
      rows: body.items.map((consent) => ({
        cells: [
          { text: consent.client_name },
          { text: consent.resource_name },
          { tags: [...consent.scopes, ...consent.claims] },
          { at: consent.updated_at },
        ],
        ...(mayWithdraw && {
          buttons: [
            {
              act: "withdraw-consents",
              isDanger: true,
              label: "consents.withdraw",
              value: consent.client_id,
              about: consent.client_name,
            },
          ],
        }),
      })),
    }),
  ];
}

function connectionsSection(body: NonNullable<Included["connections"]>, { may }: May): readonly Section[] {
  const mayRemove = may("people:write");
  return [
    tableSection("connections", "connections.title", {
      columns: ["connections.provider", "connections.subject", "connections.last_used"],
      empty: emptyOf("connections.empty", "link"),
      rows: body.items.map(({ id, provider_name: name, subject, last_used_at: at }) => ({
        cells: [{ text: name }, { text: subject, isCode: true }, { at }],
        ...(mayRemove && {
          buttons: [{ act: "remove-connection", isDanger: true, label: "connections.remove", value: id, about: name }],
        }),
      })),
    }),
  ];
}

function rolesSection({ roles: held, known_roles: known }: Included, { may }: May): readonly Section[] {
  if (held === undefined || known === undefined) return [];
  const roles = { held: held.items, known: known.items };
  return [heldRolesSection(roles, { lead: "roles.none_held.lead", mayChange: may("roles:write") })];
}
