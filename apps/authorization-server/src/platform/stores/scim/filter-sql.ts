/**
 * Filters of SCIM as conditions of SQL: RFC 7644 §3.4.2.2. Values of a caller are parameters. A table here says what an
 * attribute is in the database, and a filter by any other attribute is refused.
 */
import { type AttributePath, badRequest, type ScimFilter } from "@countersign/scim";

/** What an attribute is in the database. */
export type Column =
  /** @param fold how values are compared if not as they are; the text is folded already */
  | { readonly kind: "text"; readonly sql: string; readonly fold?: (value: string) => string }
  | { readonly kind: "boolean" | "time"; readonly sql: string }
  /** Several values: a row of `from` for each, with a column for each sub-attribute. */
  | { readonly kind: "values"; readonly from: string; readonly columns: (sub: string) => Column | undefined };

/** The column of an attribute; undefined if a list is not filtered by it. */
export type Columns = (path: AttributePath, bind: Bind) => Column | undefined;

/** Makes a value a parameter of the statement, and returns its place in it. */
export type Bind = (value: unknown) => string;

/** The parameters of a statement, and how to add one. */
export function parameters(...first: readonly unknown[]): { readonly values: unknown[]; readonly bind: Bind } {
  const values = [...first];
  return { values, bind: (value) => `$${values.push(value)}` };
}

/** The condition of a filter, whose values are bound. Throws `invalidFilter` for an attribute without a column. */
export function conditionOf(filter: ScimFilter, columns: Columns, bind: Bind): string {
  if (filter.kind === "and" || filter.kind === "or") {
    const parts = filter.filters.map((one) => conditionOf(one, columns, bind));
    return `(${parts.join(filter.kind === "and" ? " AND " : " OR ")})`;
  }
  const { path, isNegated } = filter;
  const column = columns(path, bind);
  if (column === undefined) throw badRequest("invalidFilter", `lists are not filtered by ${nameOf(path)}`);
  if (column.kind !== "values") return leaf(filter, column, bind, isNegated);

  const within = conditionWithin(filter, column, bind);
  return `${isNegated ? "NOT " : ""}EXISTS (SELECT ${column.from}${within === undefined ? "" : ` AND ${within}`})`;
}

type Values = Extract<Column, { kind: "values" }>;

/** The condition on one of several values. */
function conditionWithin(filter: Leaf | Extract<ScimFilter, { kind: "values" }>, column: Values, bind: Bind) {
  const ofSub: Columns = ({ sub }) => (sub === undefined ? undefined : column.columns(sub.name));
  if (filter.kind === "values") return conditionOf(filter.filter, ofSub, bind);
  if (filter.path.sub === undefined) return undefined;
  return conditionOf({ ...filter, isNegated: false }, ofSub, bind);
}

type Leaf = Extract<ScimFilter, { kind: "compare" | "present" }>;

function leaf(filter: ScimFilter, column: Exclude<Column, Values>, bind: Bind, isNegated: boolean): string {
  if (filter.kind === "present") return `${column.sql} IS ${isNegated ? "" : "NOT "}NULL`;
  if (filter.kind !== "compare") throw badRequest("invalidFilter", "an attribute has no values to choose from");
  const { operator, value } = filter;
  if (operator === "eq" || operator === "ne") {
    const same = `${bind(valueIn(column, value))}${CAST[column.kind]}`;
    // An attribute without a value is not equal. A plain `=` keeps its index.
    return (operator === "eq") === isNegated ? `${column.sql} IS DISTINCT FROM ${same}` : `${column.sql} = ${same}`;
  }
  const compared = COMPARE[operator](
    column.kind === "text" ? `${column.sql} COLLATE "C"` : column.sql,
    `${bind(valueIn(column, value))}${CAST[column.kind]}`,
  );
  return isNegated ? `(${compared}) IS NOT TRUE` : compared;
}

const valueIn = (column: Exclude<Column, Values>, value: string | boolean) =>
  column.kind === "text" && column.fold !== undefined && typeof value === "string" ? column.fold(value) : value;

const CAST = { text: "::text", boolean: "::boolean", time: "::timestamptz" } as const;

type Ordering = Exclude<Extract<ScimFilter, { kind: "compare" }>["operator"], "eq" | "ne">;

const COMPARE: Readonly<Record<Ordering, (column: string, value: string) => string>> = {
  co: (column, value) => `strpos(${column}, ${value}) > 0`,
  sw: (column, value) => `starts_with(${column}, ${value})`,
  ew: (column, value) => `right(${column}, length(${value})) = ${value}`,
  gt: (column, value) => `${column} > ${value}`,
  ge: (column, value) => `${column} >= ${value}`,
  lt: (column, value) => `${column} < ${value}`,
  le: (column, value) => `${column} <= ${value}`,
};

const nameOf = ({ attribute, sub }: AttributePath) => [attribute.name, sub?.name].filter(Boolean).join(".");

/** How texts are compared that are not case exact. */
export const lowerCase = (text: string): string => text.toLowerCase();
