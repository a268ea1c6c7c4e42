/** The live sessions of all people, page by page, the newest first (decision 111). */
import type { Database } from "@countersign/database";
import { MOST_COUNTED, type Total, totalOf } from "../lists/total.ts";

/** A live session in the list of all. */
export interface ListedSession {
  readonly id: string;
  readonly userId: string;
  readonly username: string;
  readonly userAgent: string | null;
  readonly network: string | null;
  readonly createdAt: Date;
  readonly idleExpiresAt: Date;
  /** The names of the clients that know this session, up to 20. */
  readonly clients: readonly string[];
}

/** Which sessions. An undefined member restricts nothing. */
export interface SessionFilter {
  readonly userId?: string | undefined;
  readonly clientId?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

export interface SessionPage {
  readonly sessions: readonly ListedSession[];
  /** Where the list goes on; absent on the last page. */
  readonly next?: readonly string[];
}

/** How many sessions one page looks at, at most: some of them have ended, or are of other clients. */
const MOST_WALKED = 2000;

/** At most `limit` live sessions that match, after a place in the list. */
export async function pageOfSessions(
  { pool }: Pick<Database, "pool">,
  { userId, clientId, since, until }: SessionFilter,
  { after, limit, now }: { readonly after: readonly string[] | undefined; readonly limit: number; readonly now: Date },
): Promise<SessionPage> {
  const [at, id] = after ?? [];
  const range = [userId ?? null, since ?? null, until ?? null, at ?? null, id ?? null, MOST_WALKED];
  const walk = walkOf({ ofOne: userId !== undefined, since, until, isNext: at !== undefined });
  const { rows } = await pool.query<Row>(live(walk, clientId !== undefined), [
    ...range,
    now,
    clientId ?? null,
    limit + 1,
  ]);
  const sessions = rows.slice(0, limit).map(({ place: _, ...session }) => session);
  const last =
    rows.length > limit
      ? rows[limit - 1]
      : (await pool.query<Place>(`${END} (${walk}) AS s OFFSET $6 - 1`, range)).rows[0];
  return last === undefined ? { sessions } : { sessions, next: [last.place, last.id] };
}

/** How many live sessions match: up to 10,000, of as many as a walk of bounded length sees. */
export async function countSessions(
  { pool }: Pick<Database, "pool">,
  { userId, clientId, since, until }: SessionFilter,
  now: Date,
): Promise<Total> {
  const walk = walkOf({ ofOne: userId !== undefined, since, until, isNext: false });
  const { rows } = await pool.query<{ looked: number; found: number }>(
    `SELECT count(*)::int AS looked, count(*) FILTER (WHERE ${isLive(clientId !== undefined)})::int AS found
       FROM (${walk}) AS s`,
    [userId ?? null, since ?? null, until ?? null, null, null, MOST_COUNTED + 1, now, clientId ?? null],
  );
  return totalOf(rows[0] ?? { looked: 0, found: 0 });
}

/** Whose session this is; undefined if there is none with this id. */
export async function personOfSession({ pool }: Pick<Database, "pool">, id: string): Promise<string | undefined> {
  const text = 'SELECT active_user_id AS "userId" FROM browser_session WHERE id = $1';
  return (await pool.query<{ userId: string }>(text, [id])).rows[0]?.userId;
}

interface Place {
  readonly place: string;
  readonly id: string;
}

interface Row extends ListedSession {
  readonly place: string;
}

interface Range {
  readonly ofOne: boolean;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
  readonly isNext: boolean;
}

/** A range of an index. A parameter that is not used is named in a condition that holds always, for its type. */
const walkOf = ({ ofOne, since, until, isNext }: Range) => `
  SELECT * FROM browser_session
   WHERE ${ofOne ? "active_user_id = $1::uuid" : "$1::uuid IS NULL"}
     AND ${since ? "created_at >= $2::timestamptz" : "$2::timestamptz IS NULL"}
     AND ${until ? "created_at < $3::timestamptz" : "$3::timestamptz IS NULL"}
     AND ${isNext ? "(created_at, id) < ($4::timestamptz, $5::uuid)" : "$4::timestamptz IS NULL AND $5::uuid IS NULL"}
   ORDER BY created_at DESC, id DESC LIMIT $6::int`;

const OF_CLIENT = "EXISTS (SELECT FROM session_client k WHERE k.session_id = s.id AND k.client_id = $8::text)";

const isLive = (isOfClient: boolean) => `
  s.expires_at > $7::timestamptz AND s.idle_expires_at > $7::timestamptz
  AND ${isOfClient ? OF_CLIENT : "$8::text IS NULL"}`;

const live = (walk: string, isOfClient: boolean) => `
  SELECT s.id, s.active_user_id AS "userId", u.username, s.user_agent AS "userAgent", s.network,
         s.created_at AS "createdAt", s.idle_expires_at AS "idleExpiresAt", s.created_at::text AS place,
         ARRAY(SELECT c.name FROM session_client k JOIN client c ON c.id = k.client_id
                WHERE k.session_id = s.id ORDER BY c.name LIMIT 20) AS clients
    FROM (${walk}) AS s JOIN end_user u ON u.id = s.active_user_id
   WHERE ${isLive(isOfClient)}
   ORDER BY s.created_at DESC, s.id DESC LIMIT $9::int`;

const END = "SELECT s.created_at::text AS place, s.id FROM";
