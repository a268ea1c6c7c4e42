/** The values of an entity: as cells of lists and facts, and as fields of a form. */
import { pairLines } from "../../../views/form.ts";
import type { Cell, Fact, Field, Option } from "../../../views/model.ts";
import { statusBadge } from "../../status.ts";
import {
  addressOfItem,
  type Choices,
  type Entity,
  type EntityField,
  type Extras,
  type Item,
  labelOf,
  type Names,
} from "./entity.ts";

const textOf = (value: unknown): string | null => (value == null ? null : String(value));
const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
const pairsOf = (value: unknown) => (value ?? {}) as Readonly<Record<string, string>>;
const isEmpty = (value: unknown): boolean => value == null || Object.keys(value).length === 0;
const jsonText = (value: unknown): string => (isEmpty(value) ? "" : JSON.stringify(value, null, 2));

/** One of an entity, and how what it names is called. */
export interface Shown {
  readonly item: Item;
  readonly extras: Extras;
  readonly names?: Names | undefined;
}

/** A value as its kind is shown; undefined if the entity shows it in another way. */
function cellOf(
  { many, key }: Entity,
  field: EntityField,
  { item, extras, names = new Map() }: Shown,
): Cell | undefined {
  const { name, kind } = field;
  const { cells = {}, asIs = [] } = extras;
  const value = item[name];
  const own = cells[name];
  if (own !== undefined) return own(item, names);
  if (name === "enabled") return statusBadge(value === true);
  if (name === "managed_by")
    return isOfService(item) ? { badge: "settings.of_service", tone: "plain" } : { lock: textOf(value) };
  switch (kind) {
    case "time":
      return { at: textOf(value), ...(field.as === "written" && { empty: "no_end" as const }) };
    case "lines":
      return { tags: listOf(value) };
    case "choices":
      return { tags: listOf(value).map((one) => ({ word: `${many}.${name}.${one}`, or: one })) };
    case "pairs":
      return { tags: pairLines(pairsOf(value)) };
    case "choice":
      return asIs.includes(name) ? { text: textOf(value) } : { word: `${many}.${name}.${value}` };
    case "number":
      return typeof value === "number" ? { count: value } : { text: null };
    case "switch":
      return { word: value === true ? "yes" : "no" };
    default:
      return { text: textOf(value), ...(name !== key && kind === "url" && { isCode: true }) };
  }
}

/** Whether the service itself defines it, so that the API refuses to change it. */
export const isOfService = (item: Item): boolean => item.is_of_service === true;

/** The cells of a row; what identifies one leads to its page. */
export const rowOf = (entity: Entity, shown: Shown) => ({
  cells: listedFields(entity, shown.extras).map((field): Cell => {
    if (field.name === entity.key) return keyCell(entity, shown);
    const belongs = shown.extras.has?.(field.name, shown.item) ?? true;
    return (belongs ? cellOf(entity, field, shown) : undefined) ?? { text: null };
  }),
});

const keyCell = (entity: Entity, { item, extras: { second } }: Shown): Cell => ({
  ...{ text: textOf(item[entity.key]), href: addressOfItem(entity, item) },
  ...(second !== undefined && { second: String(item[second]) }),
});

/** The fields that have a column in the list. */
export const listedFields = ({ listed, fields }: Entity, { second }: Extras): readonly EntityField[] =>
  listed.filter((name) => name !== second).flatMap((name) => fields.find((field) => field.name === name) ?? []);

/**
 * The facts on the page about one, below its heading. A fact that the service did not note is left out, and one that
 * the head or the form of the page has.
 */
export function factsOf(entity: Entity, shown: Shown, { isInForm = false } = {}): readonly Fact[] {
  const { item, extras } = shown;
  const inForm = isInForm ? entity.fields.filter(({ as }) => as === "written").map(({ name }) => name) : [];
  const elsewhere = [entity.key, "id", "enabled", "managed_by", "created_at", ...inForm];
  const isNoted = ({ name, as }: EntityField) => as !== "read" || item[name] !== null || entity.listed.includes(name);
  return entity.fields
    .filter((field) => field.as !== "once" && !elsewhere.includes(field.name) && isNoted(field))
    .filter(({ name }) => extras.has?.(name, item) ?? true)
    .flatMap((field) => {
      const value = cellOf(entity, field, shown);
      return value === undefined ? [] : [{ label: labelOf(entity, field.name), value }];
    });
}

/** The fields of the form of a new one, or of one that is changed, but for the one that is chosen by links. */
export const formFields = (
  entity: Entity,
  item: Item | undefined,
  extras: Extras,
  choices: Choices = {},
): readonly Field[] =>
  paired(
    asked(entity, item, extras)
      .filter(({ name }) => name !== choices.first?.name)
      .map(({ name, ...field }) => {
        const whole = fieldOf(entity, { name, ...field }, item, extras);
        const [options, groups] = [choices.of?.[name], choices.groups?.[name]];
        if (options === undefined && groups === undefined) return { ...whole, isShort: SHORT.has(field.kind) };
        if (field.kind !== "lines") return { ...pick(whole), type: "choice" as const, options: options ?? [] };
        const chosen = { ...pick(whole), type: "choices" as const, chosen: listOf(item?.[name]) };
        return { ...chosen, ...(groups ? { groups } : offered(options ?? [])) };
      }),
  );

/** More than a few choices are folded. */
const offered = (options: readonly Option[]): Pick<Field, "options" | "groups"> =>
  options.length > MANY ? { groups: [{ label: "choose", options }] } : { options };
const MANY = 3;

/** A browser sends nothing of boxes that are not checked: an empty value says that the form has the field. */
export const emptyFields = (...[entity, item, extras, { of, groups } = {}]: Parameters<typeof formFields>) =>
  asked(entity, item, extras)
    .filter(({ name, kind }) => kind === "lines" && (of?.[name] ?? groups?.[name]) !== undefined)
    .map(({ name }) => ({ name, value: "" }));

/** The kinds whose values are short. */
const SHORT: ReadonlySet<EntityField["kind"]> = new Set(["choice", "number", "time"]);

/** Two short fields that follow each other stand side by side. */
function paired(fields: readonly (Field & { readonly isShort?: boolean })[]): readonly Field[] {
  const half = new Set<number>();
  for (const [at, { isShort }] of fields.entries())
    if (isShort && fields[at + 1]?.isShort && !half.has(at)) half.add(at).add(at + 1);
  return fields.map(({ isShort: _, ...field }, at) => (half.has(at) ? { ...field, isHalf: true } : field));
}

/** What stays of a field that is typed otherwise when it is chosen. */
const pick = ({ name, label, value }: Field) => ({ name, label, value, hint: `${label}.chosen` });

const asked = ({ fields }: Entity, item: Item | undefined, { has }: Extras) =>
  fields
    .filter(({ as }) => as === "written" || (as === "fixed" && item === undefined))
    .filter(({ name }) => has?.(name, item) ?? true);

function fieldOf({ many }: Entity, field: EntityField, item: Item | undefined, extras: Extras): Field {
  const { name, kind, most, values = [], isRequired = false } = field;
  const value = item === undefined ? field.usual : item[name];
  const word = `${many}.${name}`;
  const shown = { name, label: word, hint: `${word}.hint` };
  if (kind === "lines") return { ...shown, type: "lines", value: listOf(value).join("\n"), isRequired };
  if (kind === "pairs") return { ...shown, type: "lines", value: pairLines(pairsOf(value)).join("\n") };
  if (kind === "json") return { ...shown, type: "code", value: jsonText(value) };
  if (kind === "choices") {
    const groups = extras.groupsOf?.[name]?.(values);
    const options = values.map((one) => ({ value: one, label: `${word}.${one}`, text: one }));
    return { ...shown, type: "choices", chosen: listOf(value), ...(groups ? { groups } : { options }) };
  }
  if (kind === "switch") {
    const options = [{ value: "yes", label: `${word}.yes` }];
    return { ...shown, type: "choices", chosen: value === true ? ["yes"] : [], options };
  }
  if (kind === "choice") {
    const wordOf = (one: string) => (extras.asIs?.includes(name) ? { text: one } : { label: `${word}.${one}` });
    const options = (extras.valuesOf?.(field, item) ?? values).map((one) => ({ value: one, ...wordOf(one) }));
    return { ...shown, type: "choice", value: textOf(value), options };
  }
  if (kind === "time") return { ...shown, type: "date", value: dayOf(value) };
  const bounds = { isRequired, ...(most !== undefined && { maxLength: most }) };
  return { ...shown, type: "text", value: textOf(value), ...bounds };
}

/** The day that ends with a time, or has it. */
export function dayOf(value: unknown): string | undefined {
  const at = value == null ? Number.NaN : Date.parse(String(value));
  return Number.isNaN(at) ? undefined : new Date(at - 1).toISOString().slice(0, 10);
}

/** The times of a form as they are now: a day that stays is no change of the time in it. */
export const keptTimes = (entity: Entity, item: Item) =>
  entity.fields
    .filter(({ as, kind, name }) => as === "written" && kind === "time" && item[name] != null)
    .map(({ name }) => ({ name: `before.${name}`, value: String(item[name]) }));
