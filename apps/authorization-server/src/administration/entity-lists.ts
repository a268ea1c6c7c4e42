/** The lists of an entity: those with a part of a text, page by page, and how many there are. */
import { containing } from "../platform/stores/lists/part-of-text.ts";
import type { Query } from "../platform/stores/transaction.ts";
import { columnOf } from "./entity.ts";
import type { Kept } from "./entity-acts.ts";
import { type Entity, type Shown, tableOf } from "./entity-declaration.ts";
import { selected } from "./entity-values.ts";

/** The fields by a part of which one is found. */
export const soughtOf = ({ key, title = key, sought = [] }: Pick<Shown, "key" | "title" | "sought">) => [
  ...new Set([key, title, ...sought]),
];

/** The SQL that joins these to one text. */
export const soughtText = (described: Shown, table: string): string => {
  const { fields } = described;
  const texts = soughtOf(described).map((name) => fields[name]?.expression ?? `${table}.${columnOf(fields, name)}`);
  return `concat_ws(' ', ${texts.join(", ")})`;
};

/** A part of a text that people know one by; none for all. */
interface Sought {
  readonly part: string | undefined;
}

/** There are few of each: no index is needed. Its parameter is the first one. */
const hasPart = (entity: Entity): string =>
  `($1::text IS NULL OR lower(${soughtText(entity, tableOf(entity))}) LIKE lower($1))`;

const patternOf = ({ part }: Sought) => (part === undefined ? null : containing(part));

/** Those after one, in the order of their key. @param most as many as there are without it */
export async function pageOfKept(
  query: Query,
  entity: Entity,
  { after, most, ...sought }: Sought & { readonly after: string | undefined; readonly most: number | undefined },
): Promise<readonly Kept[]> {
  const [table, key] = [tableOf(entity), columnOf(entity.fields, entity.key)];
  const text = `SELECT ${selected(entity.fields, table)} FROM ${table}
     WHERE ${hasPart(entity)} AND ${key} > $2 ORDER BY ${key} LIMIT $3::int`;
  return (await query(text, [patternOf(sought), after ?? "", most ?? null])) as unknown as readonly Kept[];
}

/** How many there are, up to `most`. */
export async function countKept(
  query: Query,
  entity: Entity,
  { most, ...sought }: Sought & { readonly most: number },
): Promise<number> {
  const those = `SELECT FROM ${tableOf(entity)} WHERE ${hasPart(entity)} LIMIT $2::int`;
  const text = `SELECT count(*)::int FROM (${those}) AS those`;
  return Number((await query(text, [patternOf(sought), most]))[0]?.count ?? 0);
}
