/**
 * Lists of the users of an organization (RFC 7644 §3.4.2). One can have hundreds of thousands: what a page looks at is
 * bounded, or read only from indexes.
 */
import type { Database } from "@countersign/database";
import { badRequest, type ScimFilter } from "@countersign/scim";
import { LRUCache } from "lru-cache";
import { autocommit, type Query } from "../transaction.ts";
import { conditionOf, parameters } from "./filter-sql.ts";
import { USER_COLUMNS } from "./user-columns.ts";
import { type ScimUserRow, SELECT_USER, USERS } from "./users.ts";

export interface Page {
  readonly filter: ScimFilter | undefined;
  /** How many are left out before the page. */
  readonly offset: number;
  readonly most: number;
}

export interface PageOfUsers {
  /** How many fit the filter. Of a large organization it may be a minute old. */
  readonly total: number;
  readonly users: readonly ScimUserRow[];
}

/** Reads a page of the users of an organization, by id. */
export type UserLists = (database: Pick<Database, "pool">, organizationId: string, page: Page) => Promise<PageOfUsers>;

export interface ListLimits {
  /** Up to so many, users are counted for each page, and skipped before it. */
  readonly few: number;
  /** A filter that no index answers looks at so many users at most. */
  readonly mostLookedAt: number;
}

const LIMITS: ListLimits = { few: 10_000, mostLookedAt: 50_000 };

const TOTAL_MS = 60_000;
const PLACE_MS = 600_000;

/**
 * Opens the lists. Of large organizations this process remembers for a minute how many users they have, and for ten
 * minutes where its last pages ended: the next page begins there. Another process counts and skips once more.
 */
export function openUserLists({ few, mostLookedAt }: ListLimits = LIMITS): UserLists {
  const totals = new LRUCache<string, number>({ max: 1000, ttl: TOTAL_MS });
  const places = new LRUCache<string, string>({ max: 10_000, ttl: PLACE_MS });

  async function totalOf(query: Query, organizationId: string): Promise<number> {
    const known = totals.get(organizationId);
    if (known !== undefined) return known;
    const counted = numberIn(await query(COUNT_FEW, [organizationId, few + 1]));
    if (counted <= few) return counted;
    const total = numberIn(await query(COUNT, [organizationId]));
    totals.set(organizationId, total);
    return total;
  }

  async function all(query: Query, organizationId: string, { offset, most }: Page): Promise<PageOfUsers> {
    const total = await totalOf(query, organizationId);
    if (most === 0) return { total, users: [] };

    const place = offset <= few ? undefined : places.get(placeAt(organizationId, offset));
    const skipped = place === undefined ? offset : 0;
    const users = usersIn(await query(PAGE, [organizationId, place ?? FIRST, skipped, most]));
    const next = offset + users.length;
    const last = users.at(-1);
    if (next > few && last !== undefined) places.set(placeAt(organizationId, next), last.id);
    return { total: users.length === 0 ? total : Math.max(total, next), users };
  }

  return async ({ pool }, organizationId, page) => {
    const query = autocommit(pool);
    if (page.filter === undefined) return all(query, organizationId, page);
    if (isOfOne(page.filter)) return found(query, organizationId, { ...page, filter: page.filter });
    return chosen(query, organizationId, { ...page, filter: page.filter, mostLookedAt });
  };
}

type Filtered = Page & { readonly filter: ScimFilter };

/** Whether an index finds the few people that a filter means, so that the list need not begin with all users. */
function isOfOne(filter: ScimFilter): boolean {
  if (filter.kind === "and") return filter.filters.some(isOfOne);
  if (filter.kind !== "compare" || filter.operator !== "eq" || filter.isNegated) return false;
  const { attribute, sub } = filter.path;
  return sub === undefined && (attribute.name === "userName" || attribute.name === "externalId");
}

/** A page of the few that an index finds. */
async function found(query: Query, organizationId: string, { filter, offset, most }: Filtered): Promise<PageOfUsers> {
  const { values, bind } = parameters(organizationId);
  const condition = conditionOf(filter, USER_COLUMNS, bind);
  const total = numberIn(await query(`SELECT count(*) AS number ${USERS} AND ${condition}`, values));
  if (most === 0 || offset >= total) return { total, users: [] };

  const page = `${SELECT_USER} ${USERS} AND ${condition} ORDER BY u.id OFFSET ${bind(offset)} LIMIT ${bind(most)}`;
  return { total, users: usersIn(await query(page, values)) };
}

/** A page of those who fit a filter that is compared with all users. Throws `tooMany` if they are too many for that. */
async function chosen(
  query: Query,
  organizationId: string,
  { filter, offset, most, mostLookedAt }: Filtered & Pick<ListLimits, "mostLookedAt">,
): Promise<PageOfUsers> {
  const { values, bind } = parameters(organizationId);
  const condition = conditionOf(filter, USER_COLUMNS, bind);
  const [row] = await query(
    `WITH looked AS MATERIALIZED (SELECT user_id FROM ${IDS} LIMIT ${bind(mostLookedAt + 1)}),
          fitting AS MATERIALIZED (SELECT u.id ${USERS} AND u.id IN (SELECT user_id FROM looked) AND ${condition})
     SELECT (SELECT count(*) FROM looked) AS looked, (SELECT count(*) FROM fitting) AS number,
            ARRAY(SELECT id FROM fitting ORDER BY id OFFSET ${bind(offset)} LIMIT ${bind(most)}) AS ids`,
    values,
  );
  if (Number(row?.looked) > mostLookedAt) throw tooMany(mostLookedAt);
  const users = usersIn(
    await query(`${SELECT_USER} ${USERS} AND u.id = ANY ($2) ORDER BY u.id`, [organizationId, row?.ids]),
  );
  return { total: Number(row?.number), users };
}

/** RFC 7644 §3.12. */
const tooMany = (most: number) =>
  badRequest(
    "tooMany",
    `there are more than ${most} Users: list them without a filter, or by userName eq or externalId eq`,
  );

const usersIn = (rows: readonly unknown[]) => rows as readonly ScimUserRow[];
const numberIn = ([row]: readonly Record<string, unknown>[]): number => Number(row?.number);
const placeAt = (organizationId: string, offset: number) => `${organizationId} ${offset}`;

/** Before all ids. */
const FIRST = "00000000-0000-0000-0000-000000000000";

// The same users as `USERS`. Two indexes have their ids in order, so nothing is sorted, and no row is read.
const IDS = `(
      SELECT user_id FROM organization_member WHERE organization_id = $1
      UNION
      SELECT user_id FROM scim_user
       WHERE organization_id = $1 AND (ended_at IS NOT NULL OR created_account) AND deleted_at IS NULL) AS ids`;

const COUNT = `SELECT count(*) AS number FROM ${IDS}`;

const COUNT_FEW = `SELECT count(*) AS number FROM (SELECT FROM ${IDS} LIMIT $2) few`;

const PAGE = `
  ${SELECT_USER}
    FROM (SELECT user_id FROM ${IDS} WHERE user_id > $2::uuid ORDER BY user_id OFFSET $3 LIMIT $4) p
    JOIN end_user u ON u.id = p.user_id
    LEFT JOIN scim_user s ON s.organization_id = $1 AND s.user_id = u.id AND s.deleted_at IS NULL
    LEFT JOIN organization_member m ON m.organization_id = $1 AND m.user_id = u.id
   ORDER BY u.id`;
