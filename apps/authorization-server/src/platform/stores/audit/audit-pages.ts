/**
 * The audit log page by page, the newest event first. One filter is a range of an index, which ends with the time and
 * the id. A page looks at a bounded number of events of this range for the other filters (decision 111).
 */
import type { Database } from "@countersign/database";
import { MOST_COUNTED, type Total, totalOf } from "../lists/total.ts";
import { shownPersonal } from "../person/person-keys.ts";

/** Which events. An undefined member restricts nothing. */
export interface AuditFilter {
  readonly type?: string | undefined;
  /** Of any of these types. As the kind of the actor, it is looked at beside another filter, or along the time. */
  readonly types?: readonly string[] | undefined;
  readonly actor?: string | undefined;
  readonly actorId?: string | undefined;
  readonly userId?: string | undefined;
  readonly clientId?: string | undefined;
  /** The reference of the request that they came from. It has no index (decision 214), so a page may find none. */
  readonly reference?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

/** An event. Its details include those that name the person, unless the person was erased. */
export interface PagedEvent {
  readonly id: string;
  readonly at: Date;
  readonly type: string;
  readonly actor: string;
  readonly actorId: string | null;
  readonly userId: string | null;
  readonly clientId: string | null;
  readonly address: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly reference: string | null;
}

export interface AuditPage {
  readonly events: readonly PagedEvent[];
  /** The time and the id after which the trail goes on; absent on the last page. */
  readonly next?: readonly string[];
}

/** How many events one page looks at, at most. */
const MOST_WALKED = 5000;

/** At most `limit` events that match, after a place in the trail. */
export async function pageOfAuditEvents(
  { pool }: Pick<Database, "pool">,
  filter: AuditFilter,
  { after, limit }: { readonly after: readonly string[] | undefined; readonly limit: number },
): Promise<AuditPage> {
  const { by, beside } = partsOf(filter);
  const walked = beside.length === 0 ? limit + 1 : MOST_WALKED;
  const values: unknown[] = [];
  const of = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const walk = walkOf({ filter, by, after, walked }, of);
  const { rows } = await pool.query<Row>(
    `SELECT ${LISTED} FROM (${walk}) AS e WHERE ${meeting(beside, of)}
      ORDER BY ${orderOf(by)} LIMIT ${of(limit + 1, "int")}`,
    values,
  );
  const events = rows.slice(0, limit).map(opened);
  if (rows.length > limit) return { events, next: placeOf(rows[limit - 1]) };
  if (beside.length === 0) return { events };
  const end = await endOf(pool, { filter, by, after, walked });
  return end === undefined ? { events } : { events, next: placeOf(end) };
}

/** How many events match: up to 10,000, of as many as a walk of bounded length sees. */
export async function countAuditEvents({ pool }: Pick<Database, "pool">, filter: AuditFilter): Promise<Total> {
  const { by, beside } = partsOf(filter);
  const values: unknown[] = [];
  const of = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const walk = walkOf({ filter, by, after: undefined, walked: MOST_COUNTED + 1 }, of);
  const { rows } = await pool.query<{ looked: number; found: number }>(
    `SELECT count(*)::int AS looked, count(*) FILTER (WHERE ${meeting(beside, of)})::int AS found
       FROM (${walk}) AS e`,
    values,
  );
  return totalOf(rows[0] ?? { looked: 0, found: 0 });
}

/** The condition that a walk goes by, and those that it looks at beside. */
function partsOf(filter: AuditFilter): { readonly by: Condition | undefined; readonly beside: readonly Condition[] } {
  const [by, ...others] = asked(filter);
  return { by, beside: [...others, ...withoutIndex(filter)] };
}

type Condition = readonly [column: string, value: unknown, type: string];

/** What an event meets that is listed. Of several values it has one. */
const meeting = (conditions: readonly Condition[], of: (value: unknown, type: string) => string): string =>
  [
    "TRUE",
    ...conditions.map(([column, value, type]) =>
      Array.isArray(value) ? `e.${column} = ANY (${of(value, `${type}[]`)})` : `e.${column} = ${of(value, type)}`,
    ),
  ].join(" AND ");

/** What is asked for, what usually has the fewest events first. */
const asked = ({ userId, actorId, clientId, type }: AuditFilter): readonly Condition[] =>
  [
    ["user_id", userId, "uuid"] as const,
    ["actor_id", actorId, "text"] as const,
    ["client_id", clientId, "text"] as const,
    ["type", type, "text"] as const,
  ].filter(([, value]) => value !== undefined);

/** No index begins with these. */
const withoutIndex = ({ types, actor, reference }: AuditFilter): readonly Condition[] =>
  [
    ["type", types, "text"] as const,
    ["actor", actor, "text"] as const,
    ["reference", reference, "text"] as const,
  ].filter(([, value]) => value !== undefined);

interface Walk {
  readonly filter: AuditFilter;
  readonly by: Condition | undefined;
  readonly after: readonly string[] | undefined;
  readonly walked: number;
}

/**
 * The conditions and the order name the column of the filter without equality. So the order is that of one index, and
 * no estimate makes PostgreSQL walk through all events for a filter that matches only old ones.
 */
function walkOf({ filter, by, after, walked }: Walk, of: (value: unknown, type: string) => string): string {
  const [column, value, type] = by ?? [];
  const names = [...(column === undefined ? [] : [column]), "at", "id"];
  const key = (at: unknown, id: unknown) => {
    const place = [of(at, "timestamptz"), of(id, "bigint")];
    return `(${(column === undefined ? place : [of(value, type ?? "text"), ...place]).join(", ")})`;
  };
  const [lastAt, lastId] = after ?? [filter.until ?? "infinity", 0];
  return `SELECT * FROM audit_event
           WHERE (${names.join(", ")}) >= ${key(filter.since ?? "-infinity", 0)}
             AND (${names.join(", ")}) < ${key(lastAt, lastId)}
           ORDER BY ${orderOf(by)} LIMIT ${of(walked, "int")}`;
}

const orderOf = (by: Condition | undefined) =>
  [...(by === undefined ? [] : [by[0]]), "at", "id"].map((name) => `${name} DESC`).join(", ");

/** Where a walk stopped, if the trail goes on there. */
async function endOf(pool: Database["pool"], walk: Walk): Promise<Pick<Row, "place" | "id"> | undefined> {
  const values: unknown[] = [];
  const of = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const text = `SELECT at::text AS place, id FROM (${walkOf(walk, of)}) AS e OFFSET ${of(walk.walked - 1, "int")}`;
  return (await pool.query<Pick<Row, "place" | "id">>(text, values)).rows[0];
}

interface Row extends PagedEvent {
  /** The time with microseconds. */
  readonly place: string;
  readonly sealed: Uint8Array | null;
  readonly key: Uint8Array | null;
}

const LISTED = `
  e.id, e.at, e.type, e.actor, e.actor_id AS "actorId", e.user_id AS "userId", e.client_id AS "clientId", e.address,
  e.detail, e.reference, e.at::text AS place, e.sealed_personal AS sealed,
  CASE WHEN e.sealed_personal IS NOT NULL THEN (SELECT key FROM person_key WHERE user_id = e.user_id) END AS key`;

const placeOf = (row: Pick<Row, "place" | "id"> | undefined) => (row === undefined ? [] : [row.place, row.id]);

function opened({ place: _, sealed, key, detail, ...event }: Row): PagedEvent {
  return { ...event, detail: { ...detail, ...shownPersonal({ sealed, key, userId: event.userId }) } };
}
