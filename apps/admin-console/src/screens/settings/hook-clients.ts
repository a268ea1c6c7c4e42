/** The applications for which a hook adds claims: they are chosen from those who match a part of a name or an ID. */
import type { Page, Row, Section } from "../../views/model.ts";
import { tableSection } from "../../views/sections.ts";
import { clientNames } from "../audit/names.ts";
import { addressOf as addressOfClient } from "../clients/client.ts";
import { chosenIn } from "../lists/chosen-rows.ts";
import { asked, fixedPagesBeside, goesOn } from "../lists/list.ts";
import type { Act, Screen, Submission, Visit } from "../screen.ts";
import { addressOf, crumbsOf, type Entity, idIn, placeOf } from "./entities/entity.ts";

/** How many are shown: who looks for another one types more. */
const SHOWN = 20;
const MOST_TEXT = 100;

/** The part of the page of the hook. */
export const CLIENTS = "clients";
const tabOf = (hooks: Entity, id: string) => `${addressOf(hooks, id)}?tab=${CLIENTS}`;

const clientCell = (id: string, name: string, sought?: string) =>
  ({ named: name, href: addressOfClient(id), below: id, called: "clients.id", look: "thing", sought }) as const;

/** Those that it has, with a way to more. */
export async function clientsSection(hooks: Entity, visit: Visit): Promise<Section> {
  const path = { id: idIn(visit) };
  const { clients } = (await visit.api.readHook({ path })).body;
  const mayChange = visit.may(hooks.writes);
  const names = await clientNames(clients, visit);
  const adding =
    mayChange && visit.may("clients:read")
      ? { href: `${addressOf(hooks, path.id)}/${CLIENTS}`, label: "hooks.add_clients", id: "add-clients", icon: "plus" }
      : undefined;
  const rowOf = (id: string): Row => ({
    cells: [clientCell(id, names.get(id) ?? id)],
    ...(mayChange && {
      buttons: [
        { act: "remove-client", label: "groups.remove", isDanger: true, value: id, about: names.get(id) ?? id },
      ],
    }),
  });
  return {
    ...tableSection(CLIENTS, "hooks.clients", {
      columns: ["clients.name"],
      empty: { title: "hooks.no_clients", lead: "hooks.no_clients.lead", icon: "layout-grid", link: adding },
      rows: clients.map(rowOf),
    }),
    ...(adding && clients.length > 0 && { links: [adding] }),
  };
}

/** Changes which applications it has. */
async function changed(hooks: Entity, submission: Submission, change: (held: readonly string[]) => readonly string[]) {
  const path = { id: idIn(submission) };
  const { body, etag = "*" } = await submission.api.readHook({ path });
  await submission.api.changeHook({ path, body: { clients: [...change(body.clients)] }, ifMatch: etag });
  return { to: tabOf(hooks, path.id), done: "saved" };
}

export const removeClient = (hooks: Entity): Act => ({
  needs: hooks.writes,
  run: (submission) => {
    const removed = submission.form.get("value");
    return changed(hooks, submission, (held) => held.filter((id) => id !== removed));
  },
});

/** The page that adds applications. */
export const addHookClients = (hooks: Entity): Screen => ({
  path: `${placeOf(hooks).path}/:id/${CLIENTS}`,
  needs: hooks.writes,
  show: (visit) => pageOf(hooks, visit),
  acts: {
    add: {
      needs: hooks.writes,
      run: (submission) => changed(hooks, submission, (held) => [...new Set([...held, ...chosenIn(submission)])]),
    },
  },
});

async function pageOf(hooks: Entity, visit: Visit): Promise<Page> {
  const { api, may } = visit;
  const [id, q, cursor] = [idIn(visit), asked(visit, "q")?.slice(0, MOST_TEXT), asked(visit, "cursor")];
  const query = { limit: SHOWN, with_total: "yes", ...(q && { q }), ...(cursor && { cursor }) } as const;
  const [{ body: hook }, found] = await Promise.all([
    api.readHook({ path: { id } }),
    may("clients:read") ? api.listClients({ query }) : undefined,
  ]);
  const { items, next_cursor: next, total } = found?.body ?? { items: [] };
  const add = { act: "add", label: "members.add" };
  const rowOf = ({ client_id: value, client_name: about }: (typeof items)[number]): Row => {
    const isHeld = hook.clients.includes(value);
    return {
      cells: [clientCell(value, about, q), isHeld ? { badge: "hooks.has_client", tone: "plain" } : { text: null }],
      ...(!isHeld && { select: { value, about }, buttons: [{ ...add, value, about }] }),
    };
  };
  return {
    id: "add-clients-page",
    title: { key: "hooks.add_clients" },
    lead: { key: "hooks.add_clients.lead" },
    crumbs: [...crumbsOf(hooks), { href: tabOf(hooks, id), text: hook.name }],
    total,
    filter: {
      fields: [{ name: "q", label: "clients.q", type: "search", value: q, maxLength: MOST_TEXT }],
      isFollowed: true,
    },
    sections: [
      {
        ...goesOn(items.length, next, SHOWN),
        id: "found",
        title: "clients.title",
        table: {
          ...{ id: "found-table", columns: ["clients.name", "status"], bulk: { acts: [add] } },
          empty: { title: "clients.none_yet", lead: "clients.none_yet.lead", icon: "layout-grid" },
          rows: items.map(rowOf),
        },
      },
    ],
    ...fixedPagesBeside(visit, `${addressOf(hooks, id)}/${CLIENTS}`, found?.body ?? {}),
  };
}
