/** The values of an entity as a form sends them. */
import { jsonOrUndefined } from "@countersign/guard/json";
import { linesIn, pairsIn } from "../../../views/form.ts";
import { endOfDay } from "../../lists/days.ts";
import type { Entity, EntityField } from "./entity.ts";
import { dayOf } from "./values.ts";

/** What a form says. What is no number goes to the API as it is, which says what is wrong with it. */
export function bodyFrom(entity: Entity, form: URLSearchParams, isNew: boolean): Readonly<Record<string, unknown>> {
  const sent = entity.fields.filter(
    ({ as, name, kind, isRequired }) =>
      (as === "written" || (as === "fixed" && isNew)) &&
      (kind === "switch" || kind === "choices" || isRequired || form.has(name)),
  );
  return Object.fromEntries(sent.map((field) => [field.name, valueIn(form, field)]));
}

function valueIn(form: URLSearchParams, { name, kind, isNullable, usual }: EntityField): unknown {
  const text = form.get(name)?.trim() ?? "";
  switch (kind) {
    case "choices":
      return form.getAll(name);
    case "pairs":
      return pairsIn(form, name);
    case "json":
      // What is no JSON goes to the API, which says what is wrong.
      return text === "" ? (usual ?? null) : (jsonOrUndefined(text, { longest: LONGEST_JSON }) ?? text);
    case "lines":
      return [...linesIn(form, name)];
    case "switch":
      return text === "yes";
    case "number":
      return /^\d{1,9}$/.test(text) ? Number(text) : null;
    case "time":
      return timeIn(text, form.get(`before.${name}`));
    default:
      return text === "" && isNullable ? null : text;
  }
}

const LONGEST_JSON = 65_536;

/** A day counts until its end, in UTC. */
function timeIn(day: string, before: string | null): string | null {
  if (day === "") return null;
  if (before !== null && dayOf(before) === day) return before;
  return Number.isNaN(Date.parse(day)) ? day : endOfDay(day);
}
