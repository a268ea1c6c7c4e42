/** How the values of an entity go between the API, configuration files, records, audit rows and columns. */
import { z } from "zod";
import {
  type ChangesOf,
  camelOf,
  type Field,
  type Fields,
  type NamesOf,
  type NewOf,
  type RecordOf,
  rowsOf,
  type Service,
} from "./entity.ts";
import { bare, type Shown } from "./entity-shapes.ts";

const objectOf = (rows: readonly (readonly [string, unknown])[]) => Object.fromEntries(rows);

/** One as the API answers, from its record. */
export const shownOf = <F extends Fields>(fields: F, record: RecordOf<F>) =>
  objectOf(
    rowsOf(fields, "written", "fixed", "switch", "read").map(([name, { as }]) => [
      name,
      as === "switch" ? valueIn(record, "disabledAt") === null : wireOf(valueIn(record, camelOf(name))),
    ]),
  ) as { readonly [Name in Exclude<keyof Shown<F>, NamesOf<F, "derived">>]: unknown };

/** The values that follow from a record. */
export const derivedOf = (fields: Fields, record: object, service: Service): Readonly<Record<string, unknown>> =>
  objectOf(rowsOf(fields, "derived").map(([name, { from }]) => [name, from?.(record as never, service)]));

/** A member of an object that may have it. */
export const valueIn = (values: object, name: string): unknown => (values as Readonly<Record<string, unknown>>)[name];

/** A value as JSON has it. */
export const wireOf = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/** What a body or a configuration says, as acts take it: names of ours, and only what is there. */
export const takenFrom = <F extends Fields>(fields: F, wire: object) =>
  objectOf(
    rowsOf(fields, "written", "fixed", "switch").flatMap(([name, { as }]) => {
      const value = valueIn(wire, name);
      return value === undefined ? [] : [[as === "switch" ? "isEnabled" : camelOf(name), value] as const];
    }),
  ) as ChangesOf<F> & Partial<NewOf<F>>;

/** One as a configuration file declares it, from its record. */
export const declaredOf = <F extends Fields>(fields: F, record: RecordOf<F>) =>
  objectOf(
    rowsOf(fields, "written", "fixed", "switch").map(([name, { as }]) => [
      name,
      as === "switch" ? valueIn(record, "disabledAt") === null : wireOf(valueIn(record, camelOf(name))),
    ]),
  );

/** What the audit log says of settings. */
export const auditedOf = <F extends Fields>(fields: F, settings: object): Readonly<Record<string, unknown>> =>
  Object.assign({}, ...Object.entries(settings).map(([name, value]) => auditedAs(fieldOf(fields, name), name, value)));

function auditedAs(field: Field | undefined, name: string, value: unknown): object {
  if (value === undefined) return {};
  return field?.audited === undefined ? { [name]: value } : field.audited(value as never);
}

const fieldOf = (fields: Fields, name: string): Field | undefined =>
  Object.entries(fields).find(([wire]) => camelOf(wire) === name)?.[1];

/** What the store selects for a record. */
export const selected = (fields: Fields, table: string): string =>
  rowsOf(fields, "written", "fixed", "switch", "read", "inner")
    .map(([name, { as, column = name, expression }]) =>
      as === "switch"
        ? `${table}.disabled_at AS "disabledAt"`
        : `${expression ?? `${table}.${column}`} AS "${camelOf(name)}"`,
    )
    .join(", ");

type Row = Readonly<Record<string, unknown>>;

/** The columns of what was chosen, with their values. Those that are undefined stay as they are. */
export const columnsOf = (fields: Fields, settings: object): Row =>
  objectOf(
    rowsOf(fields, "written", "fixed").flatMap(([name, { column = name, expression, shape }]) =>
      expression === undefined && valueIn(settings, camelOf(name)) !== undefined
        ? [[column, storedIn(shape, valueIn(settings, camelOf(name)))] as const]
        : [],
    ),
  );

/** A list of records is JSON; other lists are arrays of the database. */
const storedIn = (shape: z.ZodType, value: unknown): unknown =>
  isListOfRecords(shape) ? JSON.stringify(value) : value;

const isListOfRecords = (shape: z.ZodType): boolean => {
  const whole = bare(shape);
  return whole instanceof z.ZodArray && whole.element instanceof z.ZodObject;
};

/** A statement and its values. */
type Statement = readonly [text: string, values: readonly unknown[]];

/** A table, and the column that identifies its rows. */
export interface Place {
  readonly table: string;
  readonly id: string;
}

/** Inserts a row, unless there are `most` of them. Returns its id, if it was inserted. */
export function insertion(table: string, row: Row, most?: number): Statement {
  const columns = Object.keys(row);
  const values = columns.map((_, index) => `$${index + 1}`);
  const text = `INSERT INTO ${table} (${columns.join(", ")}) SELECT ${values.join(", ")}`;
  if (most === undefined) return [text, Object.values(row)];
  const ifFew = `WHERE (SELECT count(*) FROM ${table}) < $${columns.length + 1} RETURNING id`;
  return [`${text} ${ifFew}`, [...Object.values(row), most]];
}

/** Assigns columns of the row of an id. @param more further assignments, whose values come first, from $2 on */
export function assignment({ table, id }: Place, is: string, row: Row, more: Statement = ["", []]): Statement {
  const [text, values] = more;
  const assigned = Object.keys(row).map((column, index) => `${column} = $${index + 2 + values.length}`);
  const all = [...assigned, ...(text === "" ? [] : [text])].join(", ");
  return [`UPDATE ${table} SET ${all} WHERE ${id} = $1`, [is, ...values, ...Object.values(row)]];
}
