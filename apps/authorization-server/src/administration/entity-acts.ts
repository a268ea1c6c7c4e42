/**
 * The statements and acts of an entity that is kept by its declaration. Each act and its audit row are one
 * transaction. What has more to it, such as keys or rows of clients, has acts of its own.
 */
import { randomUUID } from "node:crypto";
import { type By, recordAudit } from "../platform/stores/audit/audit-events.ts";
import { type AssertMeantFor, forAny, locked } from "../platform/stores/locked.ts";
import { type Acting, acting, type Query } from "../platform/stores/transaction.ts";
import { camelOf, type Entity, type NewOf, wordsOf } from "./entity.ts";
import { assignment, auditedOf, columnsOf, insertion, selected } from "./entity-values.ts";
import { missing, Refused, unlessTaken } from "./refused.ts";

type Values = Readonly<Record<string, unknown>>;

/** A record of any entity. */
export interface Kept extends Values {
  readonly id: string;
  readonly managedBy: string | null;
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

/** Adds one. It is refused if what identifies it is taken, if there are too many, or if it does not fit. */
export const addKept = (database: Acting, entity: Entity, given: Values, by: By): Promise<string> =>
  acting(database, async (query) => {
    const { one, many, fields, most, assertFits } = entity;
    assertFits?.(given as NewOf<typeof fields>, by);
    // Of two at the same time, the second one counts the first.
    await query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text", [many]);
    const id = randomUUID();
    const row = { id, ...columnsOf(fields, given), created_at: by.at };
    const added = await unlessTaken(takenBy(entity, given), () => query(...insertion(one, row, most)));
    if (added.length === 0) throw new Refused({ kind: "limit", what: wordsOf(one), most });
    await recordAudit(query, {
      type: `${one}_added`,
      ...by,
      detail: { ...about(entity, id), ...auditedOf(fields, given) },
    });
    return id;
  });

/**
 * Changes one. What is the same as before is no change. It is refused if there is none, or if it would not fit. Throws
 * what `assertMeantFor` throws for it as it is.
 */
export const changeKept = (
  database: Acting,
  entity: Entity,
  { id, changes }: { readonly id: string; readonly changes: Values },
  by: By,
  assertMeantFor: AssertMeantFor<Kept> = forAny,
): Promise<Kept> =>
  acting(database, async (query) => {
    const { one, fields, assertFits } = entity;
    const held = await lockKept(query, entity, id);
    assertMeantFor(locked(held));
    const changed = differing(held, changes);
    if (Object.keys(changed).length === 0) return held;
    assertFits?.({ ...held, ...changed } as NewOf<typeof fields>, by);
    await unlessTaken(takenBy(entity, changed), () => query(...assignment(one, id, columnsOf(fields, changed))));
    const detail = { ...about(entity, id), ...auditedOf(fields, changed) };
    await recordAudit(query, { type: `${one}_changed`, ...by, detail });
    return lockKept(query, entity, id);
  });

/** Removes one. It is refused if there is none. Throws what `assertMeantFor` throws for it as it is. */
export const removeKept = (
  database: Acting,
  entity: Entity,
  id: string,
  by: By,
  assertMeantFor: AssertMeantFor<Kept> = forAny,
): Promise<void> =>
  acting(database, async (query) => {
    const { one, key } = entity;
    const held = await lockKept(query, entity, id);
    assertMeantFor(locked(held));
    await query(`DELETE FROM ${one} WHERE id = $1`, [id]);
    const detail = { ...about(entity, id), [camelOf(key)]: held[camelOf(key)] };
    await recordAudit(query, { type: `${one}_removed`, ...by, detail });
  });

/** One that no other transaction changes until that of `query` ends. */
async function lockKept(query: Query, entity: Entity, id: string): Promise<Kept> {
  const [row] = await query(select(entity, "WHERE id = $1 FOR NO KEY UPDATE"), [id]);
  if (row === undefined) throw missing(wordsOf(entity.one));
  return row as unknown as Kept;
}

/** What of the changes is different from what the record has. */
export function differing<Changes extends object>(held: object, changes: Changes): Changes {
  const before = held as Values;
  const isOther = ([name, value]: readonly [string, unknown]) =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name]);
  return Object.fromEntries(Object.entries(changes).filter(isOther)) as Changes;
}

const about = ({ one }: Entity, id: string) => ({ [camelOf(one)]: id });

function takenBy({ one, key }: Entity, given: Values) {
  const name = String(given[camelOf(key)] ?? "");
  return { what: wordsOf(one), name, why: `there is a ${wordsOf(one)} with this ${wordsOf(key)}` };
}
