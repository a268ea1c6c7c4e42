/** The page about one of an entity. */
import type { Button, Cell, Head, Page, Section, Tab } from "../../../views/model.ts";
import { dangerZone, deletion, disabling } from "../../danger-zone.ts";
import { createdFact, ENABLE, headMenu, switchAct } from "../../head.ts";
import type { Visit } from "../../screen.ts";
import { statusBadge } from "../../status.ts";
import {
  addressOfItem,
  type Beside,
  type Choices,
  crumbsOf,
  type Entity,
  type Extras,
  hasSwitch,
  type Item,
  idOf,
  OVERVIEW,
  SETTINGS,
} from "./entity.ts";
import { emptyFields, factsOf, formFields, isOfService, keptTimes, type Shown } from "./values.ts";

interface ShownPage extends Shown {
  readonly etag: string | undefined;
  readonly beside?: Beside | undefined;
  readonly choices?: Choices | undefined;
}

/**
 * The page about one.
 *
 * @param secret a new secret, which is shown now and never again
 */
export function pageOf(entity: Entity, shown: ShownPage, visit: Pick<Visit, "may" | "query">, secret?: unknown): Page {
  const { item, extras, beside } = shown;
  const { many, one, key } = entity;
  const owner = typeof item.managed_by === "string" ? item.managed_by : undefined;
  const warning = extras.warning?.(item);
  const isChanged = mayChange(entity, item, visit);
  const parts = partsOf(extras, item, isChanged, visit);
  const tab = parts.find((part) => part === visit.query.get("tab")) ?? parts[0];
  return {
    id: idOf(one),
    title: { text: String(item[key]) },
    crumbs: crumbsOf(entity),
    links: extras.links?.(visit, item) ?? [],
    head: headOf(entity, shown, visit),
    ...(isOfService(item) && { lead: { key: `${many}.of_service` } }),
    ...(warning && { warning }),
    ...(owner !== undefined && { lock: { key: `managed_by.${one}`, values: { name: owner } } }),
    ...(typeof secret === "string" && { secret: { label: `${many}.secret_once`, value: secret } }),
    ...(parts.length > 1 && { tabs: tabsOf(entity, item, parts, tab) }),
    sections: [
      ...(tab === OVERVIEW ? factsSection(entity, shown) : []),
      ...(tab === SETTINGS
        ? settingsOf(entity, shown, { isChanged, hasFacts: !parts.includes(OVERVIEW) })
        : (beside?.sections(item, tab) ?? [])),
    ],
  };
}

/** Who may not change it gets no settings, unless only they show what it is. */
function partsOf({ tabs = USUAL }: Extras, item: Item, isChanged: boolean, visit: Pick<Visit, "may">) {
  const parts = tabs(item, visit);
  return isChanged || !parts.includes(OVERVIEW) ? parts : parts.filter((part) => part !== SETTINGS);
}

const USUAL = () => [OVERVIEW, SETTINGS];

/** What stays as it is; none if there is nothing that the head does not say. */
function factsSection(entity: Entity, shown: Shown, isInForm = false): readonly Section[] {
  const facts = factsOf(entity, shown, { isInForm });
  return facts.length === 0 ? [] : [{ id: "facts", title: "details", facts }];
}

/** The API refuses to change what a configuration declares, which is changed there, and what the service defines. */
const mayChange = ({ writes }: Entity, item: Item, { may }: Pick<Visit, "may">): boolean =>
  may(writes) && typeof item.managed_by !== "string" && !isOfService(item);

function headOf(entity: Entity, { item, extras }: ShownPage, visit: Pick<Visit, "may">): Head {
  const isChanged = mayChange(entity, item, visit);
  const acts = visit.may(entity.writes) ? actsUpon(entity, item, extras, isChanged) : [];
  return {
    ...(hasSwitch(entity) && { badge: statusBadge(item.enabled === true) }),
    facts: belowName(item),
    ...(isChanged && item.enabled === false && { button: ENABLE }),
    ...headMenu(String(item[entity.key]), acts),
  };
}

/** Facts that no other part has, the form of a change, what the entity has beside it, and the acts that end it. */
function settingsOf(
  entity: Entity,
  { beside, ...shown }: ShownPage,
  { isChanged, hasFacts }: { readonly isChanged: boolean; readonly hasFacts: boolean },
): readonly Section[] {
  const { item, extras } = shown;
  return [
    ...(hasFacts ? factsSection(entity, shown, isChanged) : []),
    ...(isChanged ? [changeSection(entity, shown)] : []),
    ...(beside?.sections(item, SETTINGS) ?? []),
    ...(isChanged ? [dangersOf(entity, item, extras)] : []),
  ];
}

/** Where what it is about is, and since when it is there. */
const belowName = ({ url, created_at: at }: Item): readonly Cell[] => [
  ...(typeof url === "string" ? [{ text: url }] : []),
  ...(typeof at === "string" ? [createdFact(at)] : []),
];

const tabsOf = (entity: Entity, item: Item, parts: readonly string[], here: string | undefined): readonly Tab[] =>
  parts.map((part, number) => ({
    href: `${addressOfItem(entity, item)}${number === 0 ? "" : `?tab=${part}`}`,
    label: part === OVERVIEW ? "overview.title" : `${entity.many}.${part}`,
    isHere: part === here,
  }));

function changeSection(entity: Entity, { item, etag, extras, choices }: Omit<ShownPage, "names" | "beside">) {
  const hidden = [...keptTimes(entity, item), ...emptyFields(entity, item, extras, choices)];
  const fields = formFields(entity, item, extras, choices);
  const form = { act: "save", submit: "save", etag, fields, hidden };
  const lead = extras.changeLead && { lead: extras.changeLead };
  return { id: "change", title: `${entity.many}.change`, ...lead, form };
}

function dangersOf({ many }: Entity, item: Item, { disabling: warning }: Extras) {
  const stops = item.enabled === true && warning !== undefined;
  return dangerZone(...(stops ? [disabling(warning.key)] : []), deletion("remove", `${many}.remove`));
}

/** Every act upon it; what a configuration or the service defines is neither switched nor removed here. */
function actsUpon(entity: Entity, item: Item, { buttons = [] }: Extras, mayChange: boolean) {
  const own = item.enabled === true ? [switchAct(true)] : [];
  const remove: Button = { act: "remove", label: `${entity.many}.remove`, isDanger: true };
  return [...buttons, ...(mayChange ? [...own, remove] : [])];
}
