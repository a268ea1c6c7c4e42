/** Lists of people, page by page. What a page costs does not depend on how many people there are. */
import type { Database } from "@countersign/database";
import { MOST_COUNTED, type Total } from "../lists/total.ts";
import { conditionsBeside } from "./people-conditions.ts";
import { type Order, ordersFor, type PeopleFilter, type Walked } from "./people-orders.ts";
import { type HeldTypedClaims, SIGNS_IN_WITH, type WayToSignIn } from "./person-record.ts";
import { parameters } from "./statement-parameters.ts";

/** A person in a list, with the names by which the search finds them. */
export interface ListedPerson extends Pick<HeldTypedClaims, "name" | "given_name" | "family_name"> {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly emailVerifiedAt: Date | null;
  readonly disabledAt: Date | null;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
  readonly signsInWith: readonly WayToSignIn[];
}

/** Where a list goes on: the number of the order, and the place in it. */
export type PeoplePlace = readonly string[];

export interface PageOfPeople {
  readonly people: readonly ListedPerson[];
  /** Absent on the last page. */
  readonly next?: PeoplePlace;
}

/** How many people one page looks at, at most. It may have fewer than were asked for, and another page after it. */
const MOST_WALKED = 2000;

/** At most `limit` people who match, after a place in the list. */
export async function pageOfPeople(
  { pool }: Pick<Database, "pool">,
  filter: PeopleFilter,
  { after, limit }: { readonly after: PeoplePlace | undefined; readonly limit: number },
): Promise<PageOfPeople> {
  const [first = "0", ...place] = after ?? [];
  const people: ListedPerson[] = [];
  for (const [index, order] of ordersFor(filter).entries()) {
    if (index < Number(first)) continue;
    const from = index === Number(first) ? placeIn(place) : undefined;
    // biome-ignore lint/performance/noAwaitInLoops: a bounded walk (decision 111)
    const { rows, end } = await walk(pool, { filter, order }, { after: from, most: limit + 1 - people.length });
    people.push(...rows.map(({ key: _, ...person }) => person));
    if (people.length > limit) {
      const last = rows.at(-2);
      return { people: people.slice(0, limit), next: [String(index), ...(last ? [last.key, last.id] : [])] };
    }
    if (end !== undefined) return { people, next: [String(index), end.key, end.id] };
  }
  return { people };
}

const placeIn = ([key, id]: readonly string[]) =>
  key === undefined || id === undefined ? undefined : ([key, id] as const);

interface Listed extends ListedPerson {
  readonly key: string;
}

interface Walk {
  readonly rows: readonly Listed[];
  /** Where it stopped, if more people may match beyond this place. */
  readonly end?: { readonly key: string; readonly id: string } | undefined;
}

/** The first people of one order who match. Where conditions remain, it looks at so many people and no more. */
async function walk(
  pool: Database["pool"],
  { filter, order }: { readonly filter: PeopleFilter; readonly order: Order },
  { after, most }: Walked,
): Promise<Walk> {
  const to = parameters();
  const beside = conditionsBeside(order, filter, to);
  const looked = order.finds ?? MOST_WALKED;
  const walked = beside.length === 0 ? most : looked;
  const { rows } = await pool.query<Listed>(
    `SELECT ${LISTED} FROM (${order.walk(filter, to, { after, most: walked })}) AS walked JOIN end_user u USING (id)
      WHERE ${["TRUE", ...beside].join(" AND ")}
      ORDER BY walked.key ${order.direction}, walked.id ${order.direction} LIMIT ${to.of(most, "int")}`,
    to.values,
  );
  if (beside.length === 0 || rows.length === most) return { rows };
  const again = parameters();
  const { rows: ends } = await pool.query<{ key: string; id: string }>(
    `SELECT key::text, id FROM (${order.walk(filter, again, { after, most: walked })}) AS walked
      OFFSET ${again.of(looked - 1, "int")}`,
    again.values,
  );
  return { rows, end: ends[0] };
}

/** At how many people a count looks. */
const MOST_LOOKED_AT = 20_000;

/** How many people match: up to 10,000, of those whom a walk of bounded length sees. */
export async function countPeople({ pool }: Pick<Database, "pool">, filter: PeopleFilter): Promise<Total> {
  let [count, isMore] = [0, false];
  for (const order of ordersFor(filter)) {
    const to = parameters();
    const beside = conditionsBeside(order, filter, to);
    const most = order.finds ?? (beside.length === 0 ? MOST_COUNTED + 1 : MOST_LOOKED_AT);
    const walked = order.walk(filter, to, { after: undefined, most });
    // biome-ignore lint/performance/noAwaitInLoops: at most three orders
    const { rows } = await pool.query<{ looked: number; found: number }>(
      `WITH walked AS MATERIALIZED (${walked})
       SELECT (SELECT count(*)::int FROM walked) AS looked, count(*)::int AS found
         FROM (SELECT FROM walked JOIN end_user u USING (id) WHERE ${["TRUE", ...beside].join(" AND ")}
                LIMIT ${to.of(MOST_COUNTED + 1, "int")}) AS those`,
      to.values,
    );
    const [{ looked, found } = { looked: 0, found: 0 }] = rows;
    count += found;
    isMore ||= looked === most;
  }
  return { count: Math.min(count, MOST_COUNTED), isMore: isMore || count > MOST_COUNTED };
}

const LISTED = `u.id, u.username, u.name, u.given_name, u.family_name, u.email,
  u.email_verified_at AS "emailVerifiedAt", u.disabled_at AS "disabledAt",
  u.created_at AS "createdAt", u.last_sign_in_at AS "lastSignInAt", ${SIGNS_IN_WITH},
  walked.key::text AS key`;
