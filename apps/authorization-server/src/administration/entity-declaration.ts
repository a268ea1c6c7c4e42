/**
 * The declaration of an entity: its names, who decides on it, and the functions beside its fields. Acts, operations,
 * commands, the section of a configuration file and the screens of the console follow from it.
 */
import type { SealedFor } from "@countersign/jwt";
import type { WebhookSignature } from "@countersign/rules";
import type { z } from "zod";
import type { By } from "../platform/stores/audit/audit-events.ts";
import type { AuditType } from "../platform/stores/audit/audit-types.ts";
import type { Query } from "../platform/stores/transaction.ts";
import { type ChangesOf, camelOf, columnOf, type Fields, type NamesOf, type NewOf, type RecordOf } from "./entity.ts";
import type { Place } from "./entity-values.ts";

/** The nouns whose events are `<noun>_added`, `<noun>_changed` and `<noun>_removed`. */
type Noun = Added<AuditType> & Changed<AuditType> & Removed<AuditType>;
type Added<Type> = Type extends `${infer One}_added` ? One : never;
type Changed<Type> = Type extends `${infer One}_changed` ? One : never;
type Removed<Type> = Type extends `${infer One}_removed` ? One : never;

/** Scopes of the administration API, which knows more of them. */
type Scope = `${"clients" | "roles" | "settings"}:${"read" | "write"}` | "audit:read";

/** The scopes that its operations need. */
export interface Access {
  readonly read: Scope;
  readonly write: Scope;
  /** Who decides on it: owners, or those who have this scope, too. */
  readonly also?: "owners" | Scope;
}

/** Sentences where the usual ones say too little: the summaries of operations, and of commands that have another. */
export interface Says {
  readonly list?: string;
  readonly read?: string;
  readonly add?: string;
  readonly change?: string;
  readonly remove?: string;
  readonly adding?: string;
  readonly disabling?: string;
  readonly enabling?: string;
  /** Options that `--help` explains in other words than the shape does. */
  readonly options?: Readonly<Record<string, string>>;
}

/** What an act changes. */
export interface Change<F extends Fields = Fields> {
  readonly id: string;
  /** As it is; undefined for a new one. */
  readonly before?: RecordOf<F>;
  /** As it will be; undefined for one that is removed. */
  readonly after?: NewOf<F>;
  /** What is written. */
  readonly written: ChangesOf<F>;
  readonly by: By;
}

/** An entity that signs what is sent to it, with a key that is sealed. */
interface Signing<F extends Fields> {
  owner(id: string): SealedFor;
  signature(values: NewOf<F>): WebhookSignature;
  /** What people call it. */
  readonly called: "key" | "secret";
}

/** What one needs of others in a configuration file. */
export interface Reference {
  readonly section: string;
  readonly key: string;
  /** Where it names the other one. */
  readonly path: readonly (string | number)[];
}

/** Why one cannot be as a configuration file declares it. */
interface EntryProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

type EntryOf<F extends Fields> = {
  readonly [Name in NamesOf<F, "written" | "fixed">]: z.output<F[Name]["shape"]>;
};

/** What a replica keeps in memory. */
interface Known {
  readonly clients: { forget(id: string): void };
  readonly resources: { forget(): void };
}

/** The functions beside the fields: what a declaration cannot say. */
interface Beside<F extends Fields> {
  /** Refuses values that do not fit each other, or who chooses them. */
  assertFits?(values: NewOf<F>, by: By): void;
  /** What a change brings with it. */
  completed?(changes: ChangesOf<F>): ChangesOf<F>;
  /** Takes the locks that come before its own (decision 131). */
  lock?(query: Query, id: string): Promise<unknown>;
  /** Before the row is written: refuses what names others that are not there, and changes what depends on it. */
  before?(query: Query, change: Change<F>): Promise<void>;
  /** After the row is written. */
  after?(query: Query, change: Change<F>): Promise<void>;
  /** The client that its audit rows are about. */
  clientIn?(values: NewOf<F>): string;
  /** Has this replica read again what it knows of others that change with one. */
  forget?(record: Partial<RecordOf<F>>, known: Known): void;
  /** Whether the service itself defines it. */
  isOfService?(record: RecordOf<F>, administration: string | undefined): boolean;
  /** What If-Match compares, where it is not all that is shown. */
  versionOf?(shown: Readonly<Record<string, unknown>>): unknown;
  /** What a command was given, as the API takes it. */
  typed?(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  references?(entry: EntryOf<F>): readonly Reference[];
  /** @param administration the identifier of the administration API, if it is on */
  problems?(entry: EntryOf<F>, administration: string | undefined): readonly EntryProblem[];
}

/** An entity with its names. What is kept wholly by its declaration stands in entities.ts. */
export interface Entity<F extends Fields = Fields, Many extends string = string> extends Beside<F> {
  /** Its name, which is that of its table and of its events, unless these have another one. */
  readonly one: string;
  readonly table?: Noun;
  /** The name of all: the section of a configuration file; with hyphens, the path of the API and the command. */
  readonly many: Many;
  /** Its name in audit rows, where it is shorter. */
  readonly called?: string;
  /** What `--help` says of its commands. */
  readonly about: string;
  readonly access?: Access;
  readonly says?: Says;
  readonly fields: F;
  /** The field that identifies one, for commands and for a configuration file. */
  readonly key: string;
  /** The field that people know one by, where that is another one. */
  readonly title?: string;
  /** The fields that operators may change also of those that the service itself defines. */
  readonly looks?: readonly string[];
  /** The fields of a row in a list. */
  readonly listed: readonly string[];
  /** The fields that a search looks in, beside its key and title. */
  readonly sought?: readonly string[];
  /** The fields of a removed one that the audit log keeps, apart from its key. */
  readonly told?: readonly string[];
  /** The events of one that is enabled or disabled, where these are no changes. */
  readonly switched?: { readonly enabled: AuditType; readonly disabled: AuditType };
  /** Why there cannot be another one with the same values, if it is not its key. */
  readonly taken?: string;
  /** How many there may be. */
  readonly most?: number;
  readonly signs?: Signing<F>;
  /** Whether one is removed without If-Match, as it always was. */
  readonly isRemovedUnread?: true;
}

/** What the screens of the console follow from. A noun with acts of its own declares only this (decision 203). */
export type Shown = Pick<Entity, "one" | "many" | "access" | "fields" | "key" | "title" | "listed" | "sought">;

interface Named<F extends Fields> {
  readonly key: NamesOf<F, "written" | "fixed">;
  readonly listed: readonly (keyof F & string)[];
  readonly sought?: readonly (keyof F & string)[];
  readonly told?: readonly (keyof F & string)[];
  readonly looks?: readonly (keyof F & string)[];
}

/** Declares an entity, so that its names fit its fields. */
export const defineEntity = <F extends Fields, Many extends string>(
  entity: Entity<F, Many> & Named<F> & ({ readonly one: Noun } | { readonly table: Noun }),
): Entity<F, Many> => entity;

const SETTINGS: Access = { read: "settings:read", write: "settings:write" };

export const accessOf = ({ access = SETTINGS }: Pick<Entity, "access">): Access => access;

/** The short name of one. */
export const calledOf = ({ called, one }: Pick<Entity, "called" | "one">): string => called ?? one;

/** The field by which paths of the API and statements name one: its id if that is shown, or else its key. */
export const namedBy = ({ fields, key }: Pick<Entity, "fields" | "key">): string =>
  fields.id?.as === "read" ? "id" : key;

/** The name of its table and of its events. */
export const tableOf = ({ one, table = one as Noun }: Pick<Entity, "one" | "table">): Noun => table;

/** Its table, and the column that identifies a row. */
export const placeOf = <F extends Fields>(entity: Pick<Entity<F>, "one" | "table" | "fields" | "key">): Place => ({
  table: tableOf(entity),
  id: columnOf(entity.fields, namedBy(entity as never)),
});

/** Whether one can be disabled. */
export const hasSwitch = ({ fields }: Pick<Entity, "fields">): boolean =>
  Object.values(fields).some(({ as }) => as === "switch");

/** A name as people read it. */
export const wordsOf = (name: string): string => name.replaceAll("_", " ");

/** A name in a path of the API and on the command line. */
export const hyphened = (name: string): string => name.replaceAll("_", "-");

/** A name in the id of an operation. */
export const pascalOf = (name: string): string => camelOf(`_${name}`);
