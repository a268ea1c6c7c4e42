/** An entity as the console knows it: its fields, its operations, and what it has beside them. */
import { ENTITIES } from "@countersign/admin-client";
import type { Button, Cell, OptionGroup, Section, Text } from "../../../views/model.ts";
import { part } from "../../list.ts";
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
export type Item = Readonly<Record<string, unknown>> & { readonly id: string };

/** The parts of the page about one that do not follow from its fields. */
export interface Beside {
  readonly sections: (item: Item) => readonly Section[];
  /** The address of the next page of a list in a section. */
  readonly next?: string | undefined;
}

/** What does not follow from the fields of an entity. */
export interface Extras {
  /** How a field is shown, where its kind does not say it; undefined if it is no fact. */
  readonly cells?: Readonly<Record<string, (item: Item) => Cell | undefined>>;
  /** Whether a field belongs to one; without one, to the form of a new one. */
  readonly has?: (field: string, item: Item | undefined) => boolean;
  /** The values that a field can have in one. */
  readonly valuesOf?: (field: EntityField, item: Item | undefined) => readonly string[];
  /** The values of a field that has many, in groups. */
  readonly groupsOf?: Readonly<Record<string, (values: readonly string[]) => readonly OptionGroup[]>>;
  readonly warning?: (item: Item) => Text | undefined;
  /** The buttons beside the facts; `own` disables or enables it. */
  readonly buttons?: (item: Item, own: readonly Button[]) => readonly Button[];
  readonly beside?: (visit: Visit, id: string) => Promise<Beside>;
  readonly acts?: Readonly<Record<string, Act>>;
  /** Said above the form of a new one. */
  readonly newLead?: Text;
  /** Said above the form that changes one. */
  readonly changeLead?: Text;
  /** Said before one is disabled, if it is. */
  readonly disabling?: Text;
}

const PICTURES: Readonly<Record<string, string>> = {
  blocked_addresses: "shield-alert",
  exchange_policies: "arrow-left-right",
  hooks: "plug",
  trusted_issuers: "badge-check",
  webhooks: "webhook",
};

/** The icon of its place. */
export const pictureOf = ({ many }: Entity): string => PICTURES[many] ?? "server";

const hyphened = (name: string) => name.replaceAll("_", "-");

export const pathOf = ({ many }: Entity): string => `/settings/${hyphened(many)}`;
export const addressOf = (entity: Entity, id: string): string => `${pathOf(entity)}/${part(id)}`;
export const idIn = ({ params }: Pick<Visit, "params">): string => params.id ?? "";
export const idOf = (name: string): string => hyphened(name);

export const crumbsOf = (entity: Entity) => [{ href: pathOf(entity), label: `${entity.many}.title` }];

/** Whether one can be disabled. */
export const hasSwitch = ({ fields }: Entity): boolean => fields.some(({ as }) => as === "switch");

type Operation = (input: object) => Promise<{ readonly body: never; readonly etag: string | undefined }>;
type Verb = "list" | "read" | "add" | "change" | "remove" | "rotate";

/** The operation of an entity, by the name that the API gives it. */
export function operationOf(api: Visit["api"], verb: Verb, name: string): Operation {
  const id = `${verb}_${name}`.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return (api as unknown as Readonly<Record<string, Operation>>)[id] as Operation;
}

/** The key of the word of a field. */
export function labelOf({ many }: Entity, name: string): string {
  if (name === "enabled") return "status";
  if (name === "managed_by") return name;
  return name === "created_at" ? "created" : `${many}.${name}`;
}
