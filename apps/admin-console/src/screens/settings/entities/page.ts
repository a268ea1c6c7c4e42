/** The page about one of an entity. */
import type { Button, Page } from "../../../views/model.ts";
import { dangerZone, deletion, disabling } from "../../danger-zone.ts";
import { createdFact, ENABLE, headMenu, switchAct } from "../../head.ts";
import type { Visit } from "../../screen.ts";
import { statusBadge } from "../../status.ts";
import { type Beside, type Choices, crumbsOf, type Entity, type Extras, hasSwitch, type Item, idOf } from "./entity.ts";
import { factsOf, formFields, isOfService, keptTimes, type Shown } from "./values.ts";

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
export function pageOf(
  entity: Entity,
  { item, etag, extras, names, beside, choices }: ShownPage,
  visit: Pick<Visit, "may">,
  secret?: unknown,
): Page {
  const { many, one, key } = entity;
  const owner = typeof item.managed_by === "string" ? item.managed_by : undefined;
  const mayUse = visit.may(entity.writes);
  // The API refuses to change what a configuration declares, which is changed there, and what the service defines.
  const mayChange = mayUse && owner === undefined && !isOfService(item);
  const warning = extras.warning?.(item);
  return {
    id: idOf(one),
    title: { text: String(item[key]) },
    crumbs: crumbsOf(entity),
    links: extras.links?.(visit, item) ?? [],
    head: {
      ...(hasSwitch(entity) && { badge: statusBadge(item.enabled === true) }),
      ...(typeof item.created_at === "string" && { facts: [createdFact(item.created_at)] }),
      ...(mayChange && item.enabled === false && { button: ENABLE }),
      ...headMenu(String(item[key]), mayUse ? actsUpon(entity, item, extras, mayChange) : []),
    },
    ...(isOfService(item) && { lead: { key: `${many}.of_service` } }),
    ...(warning && { warning }),
    ...(owner !== undefined && { lock: { key: `managed_by.${one}`, values: { name: owner } } }),
    ...(typeof secret === "string" && { secret: { label: `${many}.secret_once`, value: secret } }),
    sections: [
      {
        id: "facts",
        title: `${many}.settings`,
        ...(mayChange && extras.hasFactsBeside && { isSide: true }),
        facts: factsOf(entity, { item, extras, names }, { isInForm: mayChange }),
      },
      ...(mayChange ? [changeSection(entity, { item, etag, extras, choices })] : []),
      ...(beside?.sections(item) ?? []),
      ...(mayChange ? [dangersOf(entity, item, extras)] : []),
    ],
  };
}

function changeSection(entity: Entity, { item, etag, extras, choices }: Omit<ShownPage, "names" | "beside">) {
  const hidden = keptTimes(entity, item);
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
