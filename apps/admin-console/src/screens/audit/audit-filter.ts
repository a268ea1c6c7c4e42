/** The filters of the audit trail. People are named by their username or their id, days are days in UTC. */
import { EVENT_TYPES } from "@countersign/admin-client";
import type { Field } from "../../views/model.ts";
import { asked, dayAsked, endOfDay } from "../lists/list.ts";
import type { Visit } from "../screen.ts";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The ID of a person without an account: the API finds no event about them. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

type Asking = Pick<Visit, "query" | "api" | "may">;

/** The query of the API without its cursor. What the API would refuse is left out. */
export async function auditQuery(visit: Asking) {
  const type = EVENT_TYPES.find((one) => one === asked(visit, "type"));
  const [since, until] = [dayAsked(visit, "since"), dayAsked(visit, "until")];
  const [user, actor] = await Promise.all([personAsked(visit, "user_id"), personIn(visit, "actor_id")]);
  const client = asked(visit, "client_id")?.slice(0, MOST_TEXT);
  return {
    ...(type && { type }),
    ...(user && { user_id: user }),
    ...(actor && { actor_id: actor }),
    ...(client && { client_id: client }),
    ...(since && { since: `${since}T00:00:00Z` }),
    ...(until && { until: endOfDay(until) }),
  };
}

const MOST_TEXT = 512;

/** The id of the person in the filter; an id that no person has if there is none, so that no event matches. */
export async function personAsked(visit: Asking, name: string): Promise<string | undefined> {
  const found = await personIn(visit, name);
  return found === undefined || UUID.test(found) ? found?.toLowerCase() : NOBODY;
}

/** The id of the person whose username was typed; what was typed if there is none, because it may be a client. */
async function personIn({ query, api, may }: Asking, name: string): Promise<string | undefined> {
  const typed = asked({ query }, name)?.slice(0, MOST_TEXT);
  if (typed === undefined || UUID.test(typed) || !may("people:read")) return typed;
  const { items } = (await api.listPeople({ query: { q: typed.slice(0, 200), limit: 10 } })).body;
  return items.find(({ username }) => username.toLowerCase() === typed.toLowerCase())?.id ?? typed;
}

/** A day of a filter. */
export const dayField = (visit: Pick<Visit, "query">, name: "since" | "until"): Field => ({
  ...{ name, label: `audit.${name}`, hint: `audit.${name}.hint`, type: "date", value: dayAsked(visit, name) },
});

export function auditFields(visit: Asking): readonly Field[] {
  const text = (name: string): Field => ({
    ...{
      name,
      label: `audit.${name}`,
      hint: `audit.${name}.hint`,
      type: "text",
      value: asked(visit, name),
      maxLength: MOST_TEXT,
    },
  });
  const types = EVENT_TYPES.map((type) => ({ value: type, label: `event.${type}`, text: type }));
  return [
    {
      ...{ name: "type", label: "audit.type", type: "choice", value: asked(visit, "type") },
      options: [{ value: "", label: "audit.type.any" }, ...types],
    },
    ...["user_id", "actor_id", "client_id"].map(text),
    dayField(visit, "since"),
    dayField(visit, "until"),
  ];
}
