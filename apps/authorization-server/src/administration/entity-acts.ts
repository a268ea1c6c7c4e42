/**
 * The statements and acts of an entity. Each act and its audit row are one transaction. The functions of the
 * declaration say what an act has to do beside the row of its entity.
 */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type By, recordAudit } from "../platform/stores/audit/audit-events.ts";
import type { AuditType } from "../platform/stores/audit/audit-types.ts";
import { type AssertMeantFor, forAny, locked } from "../platform/stores/locked.ts";
import { type Acting, acting, type Query } from "../platform/stores/transaction.ts";
import { type ChangesOf, camelOf, type Fields, type NewOf, type RecordOf } from "./entity.ts";
import { calledOf, type Entity, wordsOf } from "./entity-declaration.ts";
import { assignment, auditedOf, columnsOf, insertion, selected, valueIn, wireOf } from "./entity-values.ts";
import { missing, Refused, unlessTaken } from "./refused.ts";

/** A record of any entity. */
export interface Kept extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly managedBy?: string | null;
  readonly disabledAt?: Date | null;
}

const select = ({ fields, one }: Entity, rest: string) => `SELECT ${selected(fields, one)} FROM ${one} ${rest}`;

/** All of them, in the order of what identifies them. */
export const listKept = async (query: Query, entity: Entity): Promise<readonly Kept[]> =>
  (await query(select(entity, `ORDER BY ${entity.key}`), [])) as unknown as readonly Kept[];

/** Those after one, which a list has as its pages. */
export async function pageOfKept(
  query: Query,
  entity: Entity,
  { after = "", most }: { readonly after: string | undefined; readonly most: number },
): Promise<readonly Kept[]> {
  const rest = `WHERE ${entity.key} > $1 ORDER BY ${entity.key} LIMIT $2`;
  return (await query(select(entity, rest), [after, most])) as unknown as readonly Kept[];
}

export const findKept = async (query: Query, entity: Entity, id: string): Promise<Kept | undefined> =>
  (await query(select(entity, "WHERE id = $1"), [id]))[0] as Kept | undefined;

/** The id of the one that a text identifies, written in any way that its shape takes. */
export async function idOfKept(query: Query, { one, key, fields }: Entity, text: string): Promise<string> {
  const read = fields[key]?.shape.safeParse(text);
  const [row] = await query(`SELECT id FROM ${one} WHERE ${key} = $1`, [read?.success ? read.data : text]);
  if (row === undefined) throw missing(wordsOf(one), text);
  return String(row.id);
}

/** Records which configuration it belongs to. */
export const markKept = (query: Query, { one, key }: Entity, text: string, managedBy: string): Promise<unknown> =>
  query(`UPDATE ${one} SET managed_by = $2 WHERE ${key} = $1`, [text, managedBy]);

/** The id of a new one, and the columns that are no fields. */
interface Made {
  readonly id: string;
  readonly columns?: Readonly<Record<string, unknown>>;
}

/** Adds one. It is refused if what identifies it is taken, if there are too many, or if it does not fit. */
export const addKept = <F extends Fields>(
  database: Acting,
  entity: Entity<F>,
  given: NewOf<F>,
  by: By,
  { id, columns = {} }: Made = { id: randomUUID() },
): Promise<string> =>
  acting(database, async (query) => {
    const { one, many, fields, most } = entity;
    entity.assertFits?.(given, by);
    // Of two at the same time, the second one counts the first.
    await query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text", [wordsOf(many)]);
    const change = { id, after: given, written: given as ChangesOf<F>, by };
    await entity.before?.(query, change);
    const row = { id, ...columnsOf(fields, given), ...columns, created_at: by.at };
    const added = await unlessTaken(takenBy(entity, given), () => query(...insertion(one, row, most)));
    if (added.length === 0) throw new Refused({ kind: "limit", what: wordsOf(one), most });
    await entity.after?.(query, change);
    await tell(query, entity, `${one}_added`, { id, values: given, detail: auditedOf(fields, given) }, by);
    return id;
  });

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
    const { one, fields } = entity;
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
      await unlessTaken(takenBy(entity, written), () => query(...assignment(one, id, columns)));
    await entity.after?.(query, change);
    await tell(query, entity, `${one}_changed`, { id, values: held as never, detail: auditedOf(fields, written) }, by);
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
    const { one, key, told = [] } = entity;
    const held = await lockKept(query, entity, id);
    assertMeantFor(locked(held));
    const change = { id, before: held, written: {} as ChangesOf<F>, by };
    await entity.before?.(query, change);
    await query(`DELETE FROM ${one} WHERE id = $1`, [id]);
    await entity.after?.(query, change);
    const detail = Object.fromEntries([key, ...told].map((name) => [camelOf(name), held[camelOf(name)]]));
    await tell(query, entity, `${one}_removed`, { id, values: held as never, detail }, by);
    return held;
  });

/** One that no other transaction changes until that of `query` ends. */
export async function lockKept<F extends Fields>(
  query: Query,
  entity: Entity<F>,
  id: string,
): Promise<RecordOf<F> & Kept> {
  await entity.lock?.(query, id);
  const [row] = await query(select(entity as Entity<never>, "WHERE id = $1 FOR NO KEY UPDATE"), [id]);
  if (row === undefined) throw missing(wordsOf(entity.one));
  return row as unknown as RecordOf<F> & Kept;
}

/** What of the changes is different from what the record has. */
function differing<Changes extends object>(held: Kept, changes: Changes): Changes {
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

interface Told<F extends Fields> {
  readonly id: string;
  readonly values: NewOf<F>;
  readonly detail: object;
}

/** Writes the audit row of an act. */
async function tell<F extends Fields>(
  query: Query,
  entity: Entity<F>,
  type: AuditType,
  { id, values, detail }: Told<F>,
  by: By,
): Promise<void> {
  const about = { [camelOf(calledOf(entity))]: id, ...detail };
  await recordAudit(query, { type, ...by, clientId: entity.clientIn?.(values), detail: about });
}

function takenBy({ one, key, taken }: Pick<Entity, "one" | "key" | "taken">, given: object) {
  const what = wordsOf(one);
  if (taken !== undefined) return { what, why: taken };
  const name = String(valueIn(given, camelOf(key)) ?? "");
  return { what, name, why: `there is a ${what} with this ${wordsOf(key)}` };
}
