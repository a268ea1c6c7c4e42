/**
 * The fields of an entity of administration, each with what may be written, what is shown, its column and what the
 * audit log says of it. The shapes of the API and of a configuration file follow by entity-shapes.ts; the columns of
 * the store and the detail of audit rows by entity-values.ts. A rule that is not that simple is a function beside the
 * entity, which entity-declaration.ts names.
 */
import { z } from "zod";

/**
 * What becomes of a field: `written` is chosen and changed by administrators, `fixed` is chosen when the entity is
 * added, `switch` says whether it is enabled, `read` is shown only, `derived` is shown and in no column, `once` is only
 * in the answer that makes it, and `inner` is never shown.
 */
export type Role = "written" | "fixed" | "switch" | "read" | "derived" | "once" | "inner";

/** What a derived field may depend on, in addition to the record. */
export interface Service {
  /** The identifier of the administration API; undefined where it is off. */
  readonly administration: string | undefined;
  readonly issuer: string;
}

interface Options {
  /** How the API shows it, where that has other bounds than what is written. */
  readonly shown?: z.ZodType;
  /** Its column, where that has another name. */
  readonly column?: string;
  /** The SQL that reads it, where it is no column of the table. It is then written by the acts themselves. */
  readonly expression?: string;
  /** What the audit log has instead of the value. */
  readonly audited?: (value: never) => object;
  /** Its option on the command line, where that has another name. */
  readonly option?: string;
  /** Whether it is an address that gets requests of ours: it must be one that we send requests to. */
  readonly isReached?: true;
  /** Whether the values of a list have no order: the same ones in another order are no change of a configuration. */
  readonly isUnordered?: true;
  /** The value of a derived field. */
  readonly from?: (record: never, service: Service) => unknown;
}

export interface Field<Shape extends z.ZodType = z.ZodType, Stored = unknown, As extends Role = Role> extends Options {
  readonly as: As;
  readonly shape: Shape;
  /** The type in a record; no value has this member. */
  readonly stored?: Stored;
}

export type Fields = Readonly<Record<string, Field>>;

type Kept<T> = T extends readonly (infer Item)[] ? readonly Item[] : T;

/** A field that administrators choose and change: its shape has its text rule, default and description. */
export const written = <Shape extends z.ZodType>(shape: Shape, options: Options = {}) =>
  ({ as: "written", shape, ...options }) as Field<Shape, Kept<z.output<Shape>>, "written">;

/** A field that is chosen when the entity is added, and stays. */
export const fixed = <Shape extends z.ZodType>(shape: Shape, options: Options = {}) =>
  ({ as: "fixed", shape, ...options }) as Field<Shape, Kept<z.output<Shape>>, "fixed">;

/** Whether it is enabled: the column `disabled_at` says since when it is not. */
export const enabled = { as: "switch", shape: z.boolean() } as Field<z.ZodBoolean, Date | null, "switch">;

/** The same for what can be added disabled. */
export const enabledOrNot = { as: "switch", shape: z.boolean().default(true) } as Field<
  z.ZodDefault<z.ZodBoolean>,
  Date | null,
  "switch"
>;

/** A column that is never shown, and that the record has. */
export const inner = <Shape extends z.ZodType>(shape: Shape) =>
  ({ as: "inner", shape }) as Field<Shape, z.output<Shape>, "inner">;

/** A field that follows from the record, and is shown only. */
export const derived = <Shape extends z.ZodType>(shape: Shape, from: NonNullable<Options["from"]>) =>
  ({ as: "derived", shape, from }) as Field<Shape, never, "derived">;

/** A field that is shown only. */
export const read = <Shape extends z.ZodType>(shape: Shape, options: Options = {}) =>
  ({ as: "read", shape, ...options }) as Field<Shape, z.output<Shape>, "read">;

const time = z.iso.datetime();

/** A time that is shown only. */
export const moment = (description = TIME) =>
  ({ as: "read", shape: time.meta({ description }) }) as Field<typeof time, Date, "read">;

/** A time that is shown only, if there is one. */
export const momentIfAny = (description?: string) => {
  const shape = time.meta({ description: TIME }).nullable();
  return {
    as: "read",
    shape: description === undefined ? shape : shape.meta({ description }),
  } as unknown as Field<z.ZodNullable<typeof time>, Date | null, "read">;
};

const TIME = "a time in UTC (RFC 3339)";

/** A time that administrators choose, or none. A time in another zone is kept in UTC. */
export const until = (description: string) => {
  const chosen = z.iso.datetime({ offset: true }).overwrite(inUtc).nullable();
  return {
    as: "written",
    shape: chosen.meta({ description }).default(null),
    shown: time.nullable().meta({ description }),
  } as unknown as Field<z.ZodDefault<typeof chosen>, Date | null, "written">;
};

/** The shape has checked the text already, or refuses it. */
function inUtc(text: string): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? text : new Date(at).toISOString();
}

/** The configuration file that it belongs to. */
export const managedBy = read(
  z.string().nullable().meta({
    description: "the configuration file that declares it and in which it is changed; null if there is none",
  }),
);

/** A secret, which only the answer that makes it shows. */
export const once = (description: string) =>
  ({ as: "once", shape: z.string().optional().meta({ description }) }) as Field<
    z.ZodOptional<z.ZodString>,
    never,
    "once"
  >;

/** A name in camel case. */
export type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

export type NamesOf<F extends Fields, As extends Role> = {
  [Name in keyof F]: F[Name]["as"] extends As ? Name : never;
}[keyof F] &
  string;

type Values<F extends Fields, As extends Role> = {
  readonly [Name in NamesOf<F, As> as Camel<Name>]: Exclude<F[Name]["stored"], undefined>;
};

type IfSwitched<F extends Fields, Then> = NamesOf<F, "switch"> extends never ? unknown : Then;

/** What administrators choose and change. */
export type SettingsOf<F extends Fields> = Values<F, "written">;

/** What a new one has. */
export type NewOf<F extends Fields> = Values<F, "written" | "fixed">;

/** One as the store reads it. */
export type RecordOf<F extends Fields> = Values<F, "written" | "fixed" | "read" | "inner"> &
  IfSwitched<F, { readonly disabledAt: Date | null }>;

/** Settings to change; those that are undefined stay. */
export type ChangesOf<F extends Fields> = {
  readonly [Name in keyof SettingsOf<F>]?: SettingsOf<F>[Name] | undefined;
} & IfSwitched<F, { readonly isEnabled?: boolean | undefined }>;

export const camelOf = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The column of a field. */
export const columnOf = (fields: Fields, name: string): string => fields[name]?.column ?? name;

/** The fields of these roles, in their order. */
export const rowsOf = (fields: Fields, ...roles: readonly Role[]) =>
  Object.entries(fields).filter(([, { as }]) => roles.includes(as));
