/**
 * The statements and acts of an entity. Each act and its audit row are one transaction. The functions of the
 * declaration say what an act has to do beside the row of its entity.
 */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { By } from "../platform/stores/audit/audit-events.ts";
import { type AssertMeantFor, forAny, locked } from "../platform/stores/locked.ts";
import { type Acting, acting, type Query } from "../platform/stores/transaction.ts";
import { type ChangesOf, camelOf, columnOf, type Fields, type NewOf, type RecordOf } from "./entity.ts";
import { tell, tellChanged } from "./entity-audit.ts";
import { type Entity, namedBy, placeOf, tableOf, wordsOf } from "./entity-declaration.ts";
import { assignment, auditedOf, columnsOf, insertion, selected, valueIn, wireOf } from "./entity-values.ts";
import { missing, Refused, unlessTaken } from "./refused.ts";

/** A record of any entity. */
export interface Kept extends Readonly<Record<string, unknown>> {
  readonly managedBy?: string | null;
  readonly disabledAt?: Date | null;
}

function select(entity: Entity, rest: string): string {
  const table = tableOf(entity);
  return `SELECT ${selected(entity.fields, table)} FROM ${table} ${rest}`;
}

const keyOf = ({ fields, key }: Pick<Entity, "fields" | "key">) => columnOf(fields, key);

/** What identifies one. */
export const idOf = (entity: Pick<Entity, "fields" | "key">, held: object): string =>
  String(valueIn(held, camelOf(namedBy(entity))));

/** All of them, in the order of what identifies them. */
export const listKept = async <F extends Fields>(
  query: Query,
  entity: Entity<F>,
): Promise<readonly (RecordOf<F> & Kept)[]> =>
  (await query(select(entity as Entity<never>, `ORDER BY ${keyOf(entity)}`), [])) as never;

export const findKept = async <F extends Fields>(
  query: Query,
  entity: Entity<F>,
  id: string,
): Promise<(RecordOf<F> & Kept) | undefined> =>
  (await query(select(entity as Entity<never>, `WHERE ${placeOf(entity).id} = $1`), [id]))[0] as never;

/** The id of the one that a text identifies, written in any way that its shape takes. */
export async function idOfKept(query: Query, entity: Entity, text: string): Promise<string> {
  const { one, key, fields } = entity;
  const { table, id } = placeOf(entity);
  const read = fields[key]?.shape.safeParse(text);
  const found = `SELECT ${id} AS id FROM ${table} WHERE ${keyOf(entity)} = $1`;
  const [row] = await query(found, [read?.success ? read.data : text]);
  if (row === undefined) throw missing(wordsOf(one), text);
  return String(row.id);
}

/** Records which configuration it belongs to. */
export const markKept = (query: Query, entity: Entity, text: string, managedBy: string): Promise<unknown> =>
  query(`UPDATE ${tableOf(entity)} SET managed_by = $2 WHERE ${keyOf(entity)} = $1`, [text, managedBy]);

/** The id of a new one, and the columns that are no fields. */
interface Made {
  readonly id: string;
  readonly columns?: Readonly<Record<string, unknown>>;
}

/** What a new one has. It is enabled unless this says otherwise. */
type Given<F extends Fields> = NewOf<F> & { readonly isEnabled?: boolean };

/**
 * Adds one, and returns what identifies it. It is refused if that is taken, if there are too many, or if it does not
 * fit.
 */
export const addKept = <F extends Fields>(
  database: Acting,
  entity: Entity<F>,
  { isEnabled, ...settings }: Given<F>,
  by: By,
  { id, columns = {} }: Made = { id: newIdOf(entity, settings) },
): Promise<string> =>
  acting(database, async (query) => {
    const { one, many, fields, most } = entity;
    const given = settings as unknown as NewOf<F>;
    entity.assertFits?.(given, by);
    // Of two at the same time, the second one counts the first.
    await query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text", [wordsOf(many)]);
    const change = { id, after: given, written: given as ChangesOf<F>, by };
    await entity.before?.(query, change);
    const place = placeOf(entity);
    const row = { [place.id]: id, ...columnsOf(fields, given), ...columns, ...madeAt(fields, by) };
    const added = await unlessTaken(takenBy(entity, given), () => query(...insertion(place.table, row, most)));
    if (most !== undefined && added.length === 0) throw new Refused({ kind: "limit", what: wordsOf(one), most });
    await entity.after?.(query, change);
    await tell(query, entity, `${tableOf(entity)}_added`, { id, values: given, detail: auditedOf(fields, given) }, by);
    if (isEnabled === false) await changeKept({ query }, entity, { id, changes: { isEnabled } as ChangesOf<F> }, by);
    return id;
  });

const newIdOf = (entity: Pick<Entity, "fields" | "key">, given: object) =>
  namedBy(entity) === "id" ? randomUUID() : idOf(entity, given);

const madeAt = (fields: Fields, { at }: By) => (fields.created_at === undefined ? {} : { created_at: at });

/**
 * Changes settings, and whether it is enabled, at once. A value that is the same as before is no change. It is
 * refused if there is none, or if it would not fit. Throws what `assertMeantFor` throws for it as it is.
 */
export const changeKept = <F extends Fields>(
  database: Acting,
  entity: Entity<F>,
  { id, changes }: { readonly id: string; readonly changes: ChangesOf<F> },
  by: By,
  assertMeantFor: AssertMeantFor<RecordOf<F> & Kept> = forAny,
): Promise<RecordOf<F> & Kept> =>
  acting(database, async (query) => {
    const { fields } = entity;
    const held = await lockKept(query, entity, id);
    assertMeantFor(locked(held));
    const written = differing(held, entity.completed?.(changes) ?? changes);
    if (Object.keys(written).length === 0) return held;
    const after = { ...held, ...written } as NewOf<F>;
    entity.assertFits?.(after, by);
    const change = { id, before: held, after, written, by };
    await entity.before?.(query, change);
    const columns = { ...columnsOf(fields, written), ...switched(written, by) };
    if (Object.keys(columns).length > 0)
      await unlessTaken(takenBy(entity, written), () => query(...assignment(placeOf(entity), id, columns)));
    await entity.after?.(query, change);
    await tellChanged(query, entity, { id, held, written }, by);
    return lockKept(query, entity, id);
  });

/** Removes one. It is refused if there is none. Throws what `assertMeantFor` throws for it as it is. */
export const removeKept = <F extends Fields>(
  database: Acting,
  entity: Entity<F>,
  id: string,
  by: By,
  assertMeantFor: AssertMeantFor<RecordOf<F> & Kept> = forAny,
): Promise<RecordOf<F> & Kept> =>
  acting(database, async (query) => {
    const { fields, key, told = [] } = entity;
    const place = placeOf(entity);
    const held = await lockKept(query, entity, id);
    assertMeantFor(locked(held));
    const change = { id, before: held, written: {} as ChangesOf<F>, by };
    await entity.before?.(query, change);
    await query(`DELETE FROM ${place.table} WHERE ${place.id} = $1`, [id]);
    await entity.after?.(query, change);
    const kept = Object.fromEntries([key, ...told].map((name) => [camelOf(name), held[camelOf(name)]]));
    const detail = auditedOf(fields, kept);
    await tell(query, entity, `${tableOf(entity)}_removed`, { id, values: held as never, detail }, by);
    return held;
  });

/** One that no other transaction changes until that of `query` ends. */
export async function lockKept<F extends Fields>(
  query: Query,
  entity: Entity<F>,
  id: string,
): Promise<RecordOf<F> & Kept> {
  await entity.lock?.(query, id);
  const one = `WHERE ${placeOf(entity).id} = $1 FOR NO KEY UPDATE`;
  const [row] = await query(select(entity as Entity<never>, one), [id]);
  if (row === undefined) throw missing(wordsOf(entity.one), namedBy(entity as never) === "id" ? undefined : id);
  return row as unknown as RecordOf<F> & Kept;
}

/** What of the changes is different from what the record has. */
export function differing<Changes extends object>(held: Kept, changes: Changes): Changes {
  const before = { ...held, isEnabled: held.disabledAt === null };
  const isOther = ([name, value]: readonly [string, unknown]) =>
    value !== undefined && !isDeepStrictEqual(wireOf(value), wireOf(valueIn(before, name)));
  return Object.fromEntries(Object.entries(changes).filter(isOther)) as Changes;
}

/** The column that says since when it is disabled. */
function switched(written: object, { at }: By): Readonly<Record<string, unknown>> {
  const isEnabled = valueIn(written, "isEnabled");
  return isEnabled === undefined ? {} : { disabled_at: isEnabled === true ? null : at };
}

function takenBy({ one, key, taken }: Pick<Entity, "one" | "key" | "taken">, given: object) {
  const what = wordsOf(one);
  if (taken !== undefined) return { what, why: taken };
  const name = String(valueIn(given, camelOf(key)) ?? "");
  return { what, name, why: `there is a ${what} with this ${wordsOf(key)}` };
}
