/** Parts of the page about a person that need rights of their own. */
import type { Fact, Section } from "../../views/model.ts";
import { happened, wordOf } from "../audit/audit.ts";
import { part } from "../list.ts";
import { heldRolesSection } from "../roles/held-roles.ts";
import type { Visit } from "../screen.ts";
import { nameOfBrowser } from "../sessions.ts";

export async function sessionsSection({ api, params, may }: Visit): Promise<readonly Section[]> {
  const { body } = await api.listSessions({ path: { id: params.id ?? "" } });
  const mayEnd = may("sessions:write");
  return [
    {
      id: "sessions",
      title: "sessions.title",
      table: {
        id: "sessions-table",
        columns: ["sessions.browser", "sessions.network", "sessions.clients", "sessions.since"],
        empty: "sessions.empty",
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
      },
      ...(mayEnd && body.items.length > 0 && { buttons: [{ act: "end-sessions", label: "sessions.end_all" }] }),
    },
  ];
}

/** The sessions of the person, and the applications that they end in. */
export async function sessionFacts({ api, params, may }: Visit): Promise<readonly Fact[]> {
  if (!may("sessions:read")) return [];
  const { body } = await api.listSessions({ path: { id: params.id ?? "" } });
  return [
    { label: "people.delete.sessions", value: { count: body.items.length } },
    { label: "people.delete.clients", value: { tags: [...new Set(body.items.flatMap(({ clients }) => clients))] } },
  ];
}

/** The factors besides the password. One that is lost can be removed by itself. */
export async function factorsSection({ api, params, may }: Visit): Promise<readonly Section[]> {
  const { body } = await api.listFactors({ path: { id: params.id ?? "" } });
  const factors = [
    ...body.passkeys.map(({ use, ...key }) => ({ ...key, act: "remove-passkey", kind: `factors.${use}` })),
    ...body.authenticator_apps.map((app) => ({ ...app, act: "remove-app", kind: "factors.app" })),
  ];
  return [
    {
      id: "factors",
      title: "factors.title",
      table: {
        id: "factors-table",
        columns: ["factors.name", "factors.kind", "factors.last_used"],
        empty: "factors.none",
        rows: factors.map(({ id, name, kind, act, last_used_at: at }) => ({
          cells: [{ text: name }, { word: kind }, { at }],
          ...(may("people:write") && { buttons: [{ act, label: "factors.remove", value: id, about: name }] }),
        })),
      },
    },
  ];
}

export async function consentsSection({ api, params, may }: Visit): Promise<readonly Section[]> {
  const { body } = await api.listConsents({ path: { id: params.id ?? "" } });
  const mayWithdraw = may("people:write");
  return [
    {
      id: "consents",
      title: "consents.title",
      table: {
        id: "consents-table",
        columns: ["consents.client", "consents.resource", "consents.granted", "consents.since"],
        empty: "consents.empty",
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
                label: "consents.withdraw",
                value: consent.client_id,
                about: consent.client_name,
              },
            ],
          }),
        })),
      },
    },
  ];
}

export async function connectionsSection({ api, params, may }: Visit): Promise<readonly Section[]> {
  const { body } = await api.listConnections({ path: { id: params.id ?? "" } });
  const mayRemove = may("people:write");
  return [
    {
      id: "connections",
      title: "connections.title",
      table: {
        id: "connections-table",
        columns: ["connections.provider", "connections.subject", "connections.last_used"],
        empty: "connections.empty",
        rows: body.items.map(({ id, provider_name: name, subject, last_used_at: at }) => ({
          cells: [{ text: name }, { text: subject, isCode: true }, { at }],
          ...(mayRemove && {
            buttons: [{ act: "remove-connection", label: "connections.remove", value: id, about: name }],
          }),
        })),
      },
    },
  ];
}

export async function rolesSection({ api, params, may }: Visit): Promise<readonly Section[]> {
  const [held, known] = await Promise.all([
    api.listRolesOfPerson({ path: { id: params.id ?? "" } }),
    api.listRoles({ query: { limit: 200 } }),
  ]);
  const roles = { held: held.body.items, known: known.body.items };
  return [heldRolesSection(roles, { empty: "roles.none_held", mayChange: may("roles:write") })];
}

export async function eventsSection({ api, params }: Visit): Promise<readonly Section[]> {
  const { body } = await api.listAuditEvents({ query: { user_id: params.id ?? "", limit: 50 } });
  return [
    {
      id: "events",
      title: "audit.title",
      table: {
        id: "events-table",
        columns: ["audit.at", "audit.type", "audit.actor", "audit.client"],
        empty: "audit.empty",
        rows: happened(body.items).map((event) => ({
          cells: [{ at: event.at }, wordOf(event), { word: `audit.actor.${event.actor}` }, { text: event.client_id }],
        })),
      },
      links: [{ href: `/audit?user_id=${part(params.id ?? "")}`, label: "audit.all" }],
    },
  ];
}
