/** A kind of resource that a configuration file declares. A new kind is one file, and one row in kinds.ts. */
import type { z } from "zod";
import type { Records, RecordsDatabase } from "../records/records.ts";
import type { By } from "../stores/audit-events.ts";
import { refusal } from "./refusal.ts";

/** A resource as the file declares it: every field has a value. */
export type Entry = Readonly<Record<string, unknown>>;

/** A resource as the database has it. */
export interface Held<E> {
  readonly entry: E;
  /** The name of the configuration that it belongs to; null for one that operators change by themselves. */
  readonly managedBy: string | null;
  /** Whether the service itself defines it: a file may refer to it, and not declare it. */
  readonly isOfService: boolean;
}

/** Another resource that a resource needs. */
export interface Reference {
  readonly section: string;
  readonly key: string;
  /** Where the resource names the other one. */
  readonly path: readonly (string | number)[];
  /** Scopes that the other resource has to define. */
  readonly scopes?: readonly string[];
}

/** The identifier of the administration API, whose resource server and roles the service defines; none if it is off. */
export interface OfService {
  readonly administration: string | undefined;
}

export interface Kind<E> {
  /** The member of the file that lists them. */
  readonly section: string;
  /** How a plan calls one of them. */
  readonly noun: string;
  readonly shape: z.ZodType<E>;
  /** What identifies one of them among its kind, and how a plan names it. */
  keyOf(entry: E): string;
  references(entry: E): readonly Reference[];
  /** All of them, in the order of an export. */
  held(records: Records, ofService: OfService): Promise<readonly Held<E>[]>;
  create(database: RecordsDatabase, entry: E, by: By): Promise<void>;
  change(database: RecordsDatabase, change: { readonly before: E; readonly after: E }, by: By): Promise<void>;
  remove(database: RecordsDatabase, entry: E, by: By): Promise<void>;
  /** Records which configuration it belongs to. */
  mark(records: Records, entry: E, owner: string): Promise<unknown>;
}

/** Lets the rows of different kinds stand in one list. */
export const defineKind = <E extends Entry>(kind: Kind<E>): Kind<Entry> => kind as unknown as Kind<Entry>;

/** Fails an act that the plan said would succeed: another operator changed the same resource at the same time. */
export function assertDone(isDone: boolean, what: string): void {
  if (!isDone) throw refusal(`${what}: the database is not as the plan saw it. Nothing was changed`);
}
