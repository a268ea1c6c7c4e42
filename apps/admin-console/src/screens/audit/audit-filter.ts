/** The filters of the audit log. */
import { type Answer, EVENT_TYPES } from "@countersign/admin-client";
import type { Field } from "../../views/model.ts";
import { NOBODY, userAndClientChosen } from "../chosen.ts";
import { dayField, endAsked, startAsked } from "../lists/days.ts";
import { asked } from "../lists/list.ts";
import type { Visit } from "../screen.ts";
import { EVENT_GROUPS, eventGroups, groupOf } from "../settings/entities/event-groups.ts";
import { isFailure } from "./event-pictures.ts";

type Event = Answer<"listAuditEvents">["body"]["items"][number];
type Asking = Pick<Visit, "query" | "api" | "may" | "zone">;

const MOST_TEXT = 512;
const LONGEST_REFERENCE = 64;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const FAILED = "failed";
const FAILED_SIGN_INS = "failed_sign_ins";
/** What the statistics count as a failed sign-in: a wrong proof, or an attempt that a limit refused. */
const TYPES_OF_FAILED_SIGN_INS: readonly string[] = [
  ...(["sign_in_failed", "second_factor_failed", "sign_in_limited"] satisfies readonly Event["type"][]),
];
const ACTORS: readonly Event["actor"][] = ["administrator", "operator", "user", "client", "directory", "schedule"];

/** The query of the API without its cursor, the fields, and those to choose from, if several match what was typed. */
export async function auditFilter(visit: Asking) {
  const [since, until] = [startAsked(visit, "since"), endAsked(visit, "until")];
  const [{ user, client, fields: chosen, choosing }, actorId] = await Promise.all([
    userAndClientChosen(visit, "/audit"),
    actorAsked(visit),
  ]);
  // While the person has still to choose one of several, a file has no events.
  const [userId, clientId] = [user, client].map(({ id, from }) => id ?? (from && NOBODY));
  const actor = ACTORS.find((one) => one === asked(visit, "actor"));
  const reference = asked(visit, "reference")?.slice(0, LONGEST_REFERENCE);
  const query = {
    ...typesAsked(visit),
    ...(actor && { actor }),
    ...(userId && { user_id: userId }),
    ...(actorId && { actor_id: actorId }),
    ...(clientId && { client_id: clientId }),
    ...(reference && { reference }),
    ...(since && { since }),
    ...(until && { until }),
  };
  const fields: readonly Field[] = [
    typeField(visit),
    ...chosen,
    actorField(visit),
    textField(visit, "actor_id"),
    textField(visit, "reference"),
    dayField(visit, "audit.since"),
    dayField(visit, "audit.until"),
  ];
  return { query, fields, choosing };
}

/** One type, those of a group, or those that say that something failed. What the API would refuse is left out. */
function typesAsked(visit: Asking) {
  const chosen = asked(visit, "type");
  const type = EVENT_TYPES.find((one) => one === chosen);
  if (type !== undefined) return { type };
  const isChosen = (one: string) => {
    if (chosen === FAILED_SIGN_INS) return TYPES_OF_FAILED_SIGN_INS.includes(one);
    return chosen === FAILED ? isFailure(one) : groupOf(one) === chosen;
  };
  const several = EVENT_TYPES.filter(isChosen);
  return several.length === 0 ? {} : { types: several.join(",") };
}

const typeField = (visit: Asking): Field => ({
  ...{ name: "type", label: "audit.type", type: "choice", value: asked(visit, "type") },
  options: [
    { value: "", label: "audit.type.any" },
    ...[FAILED, FAILED_SIGN_INS, ...EVENT_GROUPS].map((value) => ({ value, label: `audit.type.${value}` })),
  ],
  groups: eventGroups(EVENT_TYPES),
});

const actorField = (visit: Asking): Field => ({
  ...{ name: "actor", label: "audit.actor_kind", type: "choice", value: asked(visit, "actor") },
  options: [
    { value: "", label: "audit.actor_kind.any" },
    ...ACTORS.map((value) => ({ value, label: `audit.actor.${value}` })),
  ],
});

/** The id of the person whose username was typed; what was typed if there is none, because it may be a client. */
async function actorAsked({ query, api, may }: Omit<Asking, "zone">): Promise<string | undefined> {
  const typed = asked({ query }, "actor_id")?.slice(0, MOST_TEXT);
  if (typed === undefined || UUID.test(typed) || !may("people:read")) return typed;
  const { items } = (await api.listPeople({ query: { q: typed.slice(0, 200), limit: 10 } })).body;
  return items.find(({ username }) => username.toLowerCase() === typed.toLowerCase())?.id ?? typed;
}

const textField = (visit: Asking, name: string): Field => ({
  ...{ name, label: `audit.${name}`, hint: `audit.${name}.hint` },
  ...{ type: "text", value: asked(visit, name), maxLength: MOST_TEXT },
});
