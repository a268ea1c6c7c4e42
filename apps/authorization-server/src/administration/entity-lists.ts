/** The lists of an entity: those that match, page by page, and how many they are. */
import { patternOf } from "../platform/stores/lists/part-of-text.ts";
import type { Query } from "../platform/stores/transaction.ts";
import { columnOf } from "./entity.ts";
import type { Kept } from "./entity-acts.ts";
import { type Entity, type Shown, tableOf } from "./entity-declaration.ts";
import { selected } from "./entity-values.ts";

/** The fields that a search looks in. */
export const soughtOf = ({ key, title = key, sought = [] }: Pick<Shown, "key" | "title" | "sought">) => [
  ...new Set([key, title, ...sought]),
];

/** The SQL that joins their values to one text. */
const soughtText = (described: Shown, table: string): string => {
  const { fields } = described;
  const texts = soughtOf(described).map((name) => fields[name]?.expression ?? `${table}.${columnOf(fields, name)}`);
  return `concat_ws(' ', ${texts.join(", ")})`;
};

/** The condition that one matches the pattern $1, or that there is none. There are few of each: no index is needed. */
export const hasPart = (described: Shown, table: string): string =>
  `($1::text IS NULL OR lower(${soughtText(described, table)}) LIKE lower($1))`;

/** What a list is asked for. */
export interface Sought {
  /** A part of what a search looks in; none for all. */
  readonly part: string | undefined;
}

/** Those after one, in the order of their key. @param most without it, all */
export async function pageOfKept(
  query: Query,
  entity: Entity,
  { part, after, most }: Sought & { readonly after: string | undefined; readonly most: number | undefined },
): Promise<readonly Kept[]> {
  const [table, key] = [tableOf(entity), columnOf(entity.fields, entity.key)];
  const text = `SELECT ${selected(entity.fields, table)} FROM ${table}
     WHERE ${hasPart(entity, table)} AND ${key} > $2 ORDER BY ${key} LIMIT $3::int`;
  return (await query(text, [patternOf(part), after ?? "", most ?? null])) as unknown as readonly Kept[];
}

/** How many there are, up to `most`. */
export async function countKept(
  query: Query,
  entity: Entity,
  { part, most }: Sought & { readonly most: number },
): Promise<number> {
  const table = tableOf(entity);
  const those = `SELECT FROM ${table} WHERE ${hasPart(entity, table)} LIMIT $2::int`;
  const text = `SELECT count(*)::int FROM (${those}) AS those`;
  return Number((await query(text, [patternOf(part), most]))[0]?.count ?? 0);
}
