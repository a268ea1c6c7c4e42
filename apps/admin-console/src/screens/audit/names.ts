/** What the people and clients of events are called, as far as the person may know it. */
import { type Answer, ApiProblem } from "@countersign/admin-client";
import type { Cell } from "../../views/model.ts";
import { part } from "../lists/list.ts";
import type { Visit } from "../screen.ts";

type Event = Answer<"listAuditEvents">["body"]["items"][number];
type Acted = Pick<Event, "actor" | "actor_id" | "user_id" | "client_id">;

/** How many clients are asked for, one by one. The others are shown by their id. */
const MOST_CLIENTS = 20;

export interface Names {
  readonly person: (id: string | null) => Cell;
  readonly client: (id: string | null) => Cell;
  /** Who acted. The person whom the event is about has a column of their own. */
  readonly actor: (event: Pick<Event, "actor" | "actor_id" | "user_id">) => Cell;
}

const isPerson = ({ actor }: Pick<Event, "actor">) => actor === "administrator" || actor === "user";

export async function namesIn(events: readonly Acted[], visit: Visit): Promise<Names> {
  const people = events.flatMap((event) => [event.user_id, isPerson(event) ? event.actor_id : null]);
  const clients = events.flatMap((event) => [event.client_id, event.actor === "client" ? event.actor_id : null]);
  const [usernames, ofClients] = await Promise.all([
    usernamesOf(known(people), visit),
    clientNames(known(clients), visit),
  ]);

  const named = (id: string | null, name: string | undefined, path: string): Cell =>
    id === null
      ? { text: null }
      : name === undefined
        ? { text: id, isCode: true }
        : { text: name, href: `${path}/${part(id)}` };
  const person = (id: string | null) => named(id, id === null ? undefined : usernames.get(id), "/people");
  const client = (id: string | null) => named(id, id === null ? undefined : ofClients.get(id), "/clients");
  return {
    person,
    client,
    actor: ({ actor, actor_id, user_id }) => {
      const kind = `audit.actor.${actor}`;
      if (actor_id === null || actor_id === user_id) return { word: kind };
      return { ...(isPerson({ actor }) ? person(actor_id) : client(actor_id)), kind };
    },
  };
}

const known = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];

async function usernamesOf(ids: readonly string[], visit: Visit): Promise<ReadonlyMap<string, string>> {
  const { api, may, organization } = visit;
  // Who administers one organization has no list of users.
  if (ids.length === 0 || !may("people:read") || organization !== null) return new Map();
  const { items } = (await api.listPeople({ query: { ids: ids.slice(0, 100).join(","), limit: 100 } })).body;
  return new Map(items.map(({ id, username }) => [id, username]));
}

/** The names of clients, as far as the person may know them. */
export async function clientNames(ids: readonly string[], { api, may }: Visit): Promise<ReadonlyMap<string, string>> {
  if (!may("clients:read")) return new Map();
  const found = await Promise.all(
    ids.slice(0, MOST_CLIENTS).map(async (id) => {
      const client = await api.readClient({ path: { id } }).catch(unlessItIsGone);
      return client === undefined ? [] : [[id, client.body.client_name || id] as const];
    }),
  );
  return new Map(found.flat());
}

/** What was deleted is known only by its id. */
export function unlessItIsGone(err: unknown): undefined {
  if (!(err instanceof ApiProblem && err.problem.status === 404)) throw err;
}
