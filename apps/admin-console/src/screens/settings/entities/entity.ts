/** An entity as the console knows it: its fields, its operations, and what it has beside them. */
import { ENTITIES, type OperationId } from "@countersign/admin-client";
import type { Button, Cell, Link, Option, OptionGroup, Section, Tab, Text } from "../../../views/model.ts";
import { part } from "../../lists/list.ts";
import type { Act, Visit } from "../../screen.ts";

/** A field, and how a form asks for it. */
export interface EntityField {
  readonly name: string;
  readonly as: "written" | "fixed" | "switch" | "read" | "once";
  readonly kind: "text" | "url" | "lines" | "choice" | "choices" | "switch" | "number" | "time" | "pairs" | "json";
  readonly isNullable?: true;
  readonly values?: readonly string[];
  readonly most?: number;
  readonly isRequired?: true;
  readonly usual?: unknown;
}

export interface Entity {
  readonly one: string;
  readonly many: string;
  readonly key: string;
  /** The scopes that its operations need. */
  readonly reads: string;
  readonly writes: string;
  readonly listed: readonly string[];
  readonly fields: readonly EntityField[];
}

export const SHOWN: readonly Entity[] = Object.values(ENTITIES);

/** One as the API answers. */
export type Item = Readonly<Record<string, unknown>>;

/** The parts of the page about one that do not follow from its fields. */
export interface Beside {
  /** @param tab the part of the page that is shown */
  readonly sections: (item: Item, tab: string | undefined) => readonly Section[];
  /** The addresses of the pages before and after this one, of a list in a section. */
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
}

/** A field that is chosen by links above the others, because what they offer depends on it. */
export interface First {
  readonly name: string;
  readonly value: string;
  readonly links: readonly Tab[];
}

/** What there is to choose from. */
export interface Choices {
  /** By the name of a field: one of these, or some of them where the field has several values. */
  readonly of?: Readonly<Record<string, readonly Option[]>>;
  /** The same for a field with several values, in groups. */
  readonly groups?: Readonly<Record<string, readonly OptionGroup[]>>;
  readonly first?: First;
}

/** What a field of a form can name. */
export type Noun = "clients" | "groups" | "apis" | "providers" | "scopes";

/** How what an entity names is called, by its identifier. */
export type Names = ReadonlyMap<string, string>;

/** What does not follow from the fields of an entity. */
export interface Extras {
  /** The field that stands below the name in lists, without a column of its own. */
  readonly second?: string;
  /** How a field is shown, where its kind does not say it; undefined if it is no fact. */
  readonly cells?: Readonly<Record<string, (item: Item, names: Names) => Cell | undefined>>;
  /** The names that the cells show, as far as the person may know them. */
  readonly names?: (visit: Visit, items: readonly Item[]) => Promise<Names>;
  /** Whether a field belongs to one; without one, to the form of a new one. */
  readonly has?: (field: string, item: Item | undefined) => boolean;
  /** The fields whose values are names of a standard, and no words. */
  readonly asIs?: readonly string[];
  /** The values that a field can have in one. */
  readonly valuesOf?: (field: EntityField, item: Item | undefined) => readonly string[];
  /** The values of a field that has many, in groups. */
  readonly groupsOf?: Readonly<Record<string, (values: readonly string[]) => readonly OptionGroup[]>>;
  /** The fields that name something that is kept elsewhere, and what that is. */
  readonly named?: Readonly<Record<string, Noun>>;
  /** Other fields of a form that are chosen from what there is; the form of a new one has no item. */
  readonly choices?: (visit: Visit, item: Item | undefined) => Promise<Choices>;
  readonly warning?: (item: Item) => Text | undefined;
  /** What else can be done with one, also if a configuration declares it. */
  readonly buttons?: readonly Button[];
  /** What stands at the top right of the page about one. */
  readonly links?: (visit: Pick<Visit, "may">, item: Item) => readonly Link[];
  readonly beside?: (visit: Visit, id: string) => Promise<Beside>;
  /**
   * The parts of the page about one: the first one is shown unless another one is asked for. Without this, they are an
   * overview, and the settings for those who may change it.
   */
  readonly tabs?: (item: Item, visit: Pick<Visit, "may">) => readonly string[];
  readonly acts?: Readonly<Record<string, Act>>;
  /** Said above the form of a new one. */
  readonly newLead?: Text;
  /** Said above the form that changes one. */
  readonly changeLead?: Text;
  /** Whether the facts stand beside the form of the page about one. */
  readonly hasFactsBeside?: true;
  /** Said before one is disabled, if it is. */
  readonly disabling?: Text;
}

/** A field that machines read, too. */
export const inCode = (name: string) => (item: Item) => ({ text: (item[name] ?? null) as string | null, isCode: true });

/** Where an entity is, unless it is among the settings and has an id. */
interface Place {
  readonly icon: string;
  /** The path above those of a new one and of each. */
  readonly path?: string;
  /** The path of the list, if that is another one. */
  readonly list?: string;
  /** The parameter by which paths of the API name one. */
  readonly parameter?: string;
  /** The field with its value. */
  readonly by?: string;
}

const PLACES: Readonly<Record<string, Place>> = {
  blocked_addresses: { icon: "shield-alert" },
  exchange_policies: { icon: "arrow-left-right" },
  hooks: { icon: "plug" },
  resource_servers: {
    icon: "server",
    path: "/settings/apis",
    list: "/settings",
    parameter: "resource",
    by: "resource",
  },
  roles: { icon: "badge-check", path: "/roles", parameter: "role" },
  trusted_issuers: { icon: "shield-check" },
  webhooks: { icon: "webhook" },
};

/** Where it is, and how one is named. */
export function placeOf({ many }: Entity): Required<Place> {
  const { icon = "server", path = `/settings/${idOf(many)}`, ...place } = PLACES[many] ?? {};
  return { icon, path, list: path, parameter: "id", by: "id", ...place };
}

export const addressOf = (entity: Entity, id: string): string => `${placeOf(entity).path}/${part(id)}`;
export const addressOfItem = (entity: Entity, item: Item): string =>
  addressOf(entity, String(item[placeOf(entity).by]));
export const idIn = ({ params }: Pick<Visit, "params">): string => params.id ?? "";
export const idOf = (name: string): string => name.replaceAll("_", "-");

export const crumbsOf = (entity: Entity) => [{ href: placeOf(entity).list, label: `${entity.many}.title` }];

/** The part of the page about one that has the form of a change, and the acts that end it. */
export const SETTINGS = "settings";
/** The part that shows the facts of one, where no other part is more useful. */
export const OVERVIEW = "overview";

/** Whether one can be disabled. */
export const hasSwitch = ({ fields }: Entity): boolean => fields.some(({ as }) => as === "switch");

type Operation = (input: object) => Promise<{ readonly body: never; readonly etag: string | undefined }>;
type Verb = "list" | "read" | "add" | "change" | "remove" | "rotate";

/** The operation of an entity, by the name that the API gives it. */
export const operationOf = (api: Visit["api"], verb: Verb, name: string): Operation =>
  (api as unknown as Readonly<Record<string, Operation>>)[operationId(verb, name)] as Operation;

export const operationId = (verb: Verb, name: string): OperationId =>
  `${verb}_${name}`.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as OperationId;

/** The key of the word of a field. */
export function labelOf({ many }: Entity, name: string): string {
  if (name === "enabled") return "status";
  if (name === "managed_by") return name;
  return name === "created_at" ? "created" : `${many}.${name}`;
}
