/** The page about one of an entity. */
import type { Button, Page } from "../../../views/model.ts";
import { dangerZone, deletion, disabling } from "../../danger-zone.ts";
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
    ...(hasSwitch(entity) && { head: { badge: statusBadge(item.enabled === true) } }),
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
        ...(mayUse && { buttons: buttonsOf(entity, item, extras, mayChange) }),
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

/** What it would stop, if it is disabled, is said where that is done. */
const stops = (item: Item, { disabling: warning }: Extras) => (item.enabled === true ? warning : undefined);

function dangersOf({ many }: Entity, item: Item, extras: Extras) {
  const stopped = stops(item, extras);
  return dangerZone(...(stopped ? [disabling(stopped.key)] : []), deletion("remove", `${many}.remove`));
}

function buttonsOf(entity: Entity, item: Item, extras: Extras, mayChange: boolean): readonly Button[] {
  const other = item.enabled === true ? { act: "disable", label: "disable" } : { act: "enable", label: "enable" };
  const own = mayChange && hasSwitch(entity) && stops(item, extras) === undefined ? [other] : [];
  return extras.buttons?.(item, own) ?? own;
}
