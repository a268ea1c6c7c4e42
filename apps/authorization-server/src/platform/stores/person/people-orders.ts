/**
 * The orders in which people are read. Every text is a constant: what callers send is a parameter. An order is a range
 * of an index, so that its first rows are found without reading the others.
 */

import { hasPart, MOST_WITH_PART } from "./people-search.ts";
import type { Parameters } from "./statement-parameters.ts";

export type PersonStatus = "enabled" | "disabled";

/** What people can have to sign in with; `none` is neither a passkey nor an authenticator app. */
export const LISTED_FACTORS = ["passkey", "authenticator_app", "none"] as const;
export type ListedFactor = (typeof LISTED_FACTORS)[number];

export interface PeopleFilter {
  /** The beginning of a username, an email address or a name, in any case. */
  readonly prefix?: string | undefined;
  /** A part of one of these, in any case. */
  readonly part?: string | undefined;
  /** The ids of people who are found with them. */
  readonly known?: readonly string[] | undefined;
  readonly status?: PersonStatus | undefined;
  /** The id of a role that they have by themselves or by a group. */
  readonly roleId?: string | undefined;
  readonly factor?: ListedFactor | undefined;
  readonly createdAfter?: Date | undefined;
  readonly ids?: readonly string[] | undefined;
  /** If it is not said, people who are found by their role or factor have the order of their ids. */
  readonly sort?: "username" | "-created_at" | undefined;
}

/** A way to walk through people. */
export interface Order {
  /** The names of the conditions that the walk itself keeps. */
  readonly keeps: readonly (keyof PeopleFilter)[];
  readonly type: "text" | "timestamptz" | "uuid";
  readonly direction: "ASC" | "DESC";
  /** The most people whom it finds. */
  readonly finds?: number;
  /** Excludes the people whom an earlier order of the same list finds. */
  readonly excluding?: (filter: PeopleFilter, to: Parameters) => string;
  /** `SELECT id, key` of those after a place, the first `most` of them. */
  readonly walk: (filter: PeopleFilter, to: Parameters, place: Walked) => string;
}

export interface Walked {
  readonly after: readonly [key: string, id: string] | undefined;
  readonly most: number;
}

export const USERNAME = 'lower(username) COLLATE "C"';
export const EMAIL = 'email_canonical COLLATE "C"';
export const NAME = 'lower(name) COLLATE "C"';

/** The last code point: it ends the range of texts that begin with a prefix. */
const LAST = "\u{10FFFF}";

export function begins(key: string, prefix: string, to: Parameters): string {
  const folded = prefix.toLowerCase();
  return `(${key} >= ${to.of(folded, "text")} AND ${key} < ${to.of(`${folded}${LAST}`, "text")})`;
}

/** By a column of people, the accounts that are disabled by an index of their own. */
function byColumn(key: string, more: Pick<Order, "type" | "direction" | "keeps" | "excluding">): Order {
  const { direction, type } = more;
  return {
    ...more,
    walk: (filter, to, { after, most }) => {
      const conditions = [
        ...(more.keeps.includes("prefix") && filter.prefix !== undefined ? [begins(key, filter.prefix, to)] : []),
        ...(more.keeps.includes("createdAfter") && filter.createdAfter
          ? [`${key} > ${to.of(filter.createdAfter, "timestamptz")}`]
          : []),
        ...(filter.status === "disabled" ? ["disabled_at IS NOT NULL"] : []),
        ...(after === undefined ? [] : [beyond(`(${key}, id)`, direction, after, { to, type })]),
      ];
      return `SELECT id, ${key} AS key FROM end_user WHERE ${["TRUE", ...conditions].join(" AND ")}
              ORDER BY ${key} ${direction}, id ${direction} LIMIT ${to.of(most, "int")}`;
    },
  };
}

const beyond = (
  row: string,
  direction: Order["direction"],
  [key, id]: readonly [string, string],
  { to, type }: { readonly to: Parameters; readonly type: string },
) => `${row} ${direction === "ASC" ? ">" : "<"} (${to.of(key, type)}, ${to.of(id, "uuid")})`;

const BY_USERNAME = byColumn(USERNAME, { type: "text", direction: "ASC", keeps: [] });
const BY_CREATION = byColumn("created_at", { type: "timestamptz", direction: "DESC", keeps: ["createdAfter"] });

/**
 * By a part of a text. The people whom the index finds first are put in order: so many, and no more. The accounts that
 * are disabled have an index of their own, or they would be missed among many others with the part.
 */
const byPart = (key: string, { type, direction }: Pick<Order, "type" | "direction">): Order => ({
  ...{ keeps: ["part"], type, direction, finds: MOST_WITH_PART },
  walk: ({ part = "", status }, to, { after, most }) =>
    `SELECT id, key
       FROM (SELECT id, ${key} AS key FROM end_user
              WHERE ${hasPart(part, to)} ${status === "disabled" ? "AND disabled_at IS NOT NULL" : ""}
              LIMIT ${MOST_WITH_PART}) AS found
             WHERE ${after === undefined ? "TRUE" : beyond("(key, id)", direction, after, { to, type })}
             ORDER BY key ${direction}, id ${direction} LIMIT ${to.of(most, "int")}`,
});
const BY_PART = byPart(USERNAME, { type: "text", direction: "ASC" });
const BY_PART_AND_CREATION = byPart("created_at", { type: "timestamptz", direction: "DESC" });

/** By what a prefix is looked for, in this order. */
const BY_PREFIX: readonly Order[] = [
  byColumn(USERNAME, { type: "text", direction: "ASC", keeps: ["prefix"] }),
  byColumn(EMAIL, {
    ...{ type: "text", direction: "ASC", keeps: ["prefix"] },
    excluding: ({ prefix = "" }, to) => `NOT ${begins(USERNAME, prefix, to)}`,
  }),
  byColumn(NAME, {
    ...{ type: "text", direction: "ASC", keeps: ["prefix"] },
    excluding: ({ prefix = "" }, to) =>
      `NOT ${begins(USERNAME, prefix, to)} AND ${begins(EMAIL, prefix, to)} IS NOT TRUE`,
  }),
];

/** By id, of ids that other tables have. */
const byId = (keeps: readonly (keyof PeopleFilter)[], ids: (f: PeopleFilter, to: Parameters, at: Ids) => string) =>
  ({
    keeps,
    type: "uuid",
    direction: "ASC",
    walk: (filter, to, { after, most }) => {
      const at = { beyond: after === undefined ? "" : `AND user_id > ${to.of(after[1], "uuid")}`, most };
      return `SELECT DISTINCT user_id AS id, user_id AS key FROM (${ids(filter, to, at)}) AS found
              ORDER BY user_id LIMIT ${to.of(most, "int")}`;
    },
  }) satisfies Order;

interface Ids {
  readonly beyond: string;
  readonly most: number;
}

/** Each group is walked by itself: its members are in the order of their ids. */
const BY_ROLE = byId(["roleId"], ({ roleId }, to, { beyond, most }) => {
  const [role, count] = [to.of(roleId, "uuid"), to.of(most, "int")];
  return `
    (SELECT user_id FROM role_assignment
      WHERE role_id = ${role} AND user_id IS NOT NULL ${beyond} ORDER BY user_id LIMIT ${count})
    UNION ALL
    SELECT m.user_id FROM role_assignment a, LATERAL (
             SELECT user_id FROM group_member WHERE group_id = a.group_id ${beyond} ORDER BY user_id LIMIT ${count}) m
     WHERE a.role_id = ${role} AND a.group_id IS NOT NULL`;
});

const ofFactor = (table: string) =>
  byId(["factor"], (_, __, { beyond }) => `SELECT user_id FROM ${table} WHERE TRUE ${beyond}`);
const BY_FACTOR = { passkey: ofFactor("passkey"), authenticator_app: ofFactor("totp_factor") };

const byIds = (name: "ids" | "known", keeps: Order["keeps"]) =>
  byId(keeps, ({ [name]: ids }, to, { beyond }) => {
    const given = `SELECT unnest(${to.of(ids, "uuid[]")}) AS user_id`;
    return `SELECT user_id FROM (${given}) AS given WHERE TRUE ${beyond}`;
  });
const BY_IDS = byIds("ids", ["ids"]);
const BY_KNOWN = byIds("known", ["known", "prefix", "part"]);

const besideKnown = (order: Order): Order => ({
  ...order,
  keeps: [...order.keeps, "known"],
  excluding: (filter, to) => {
    const others = `u.id <> ALL (${to.of(filter.known, "uuid[]")})`;
    return order.excluding === undefined ? others : `${others} AND ${order.excluding(filter, to)}`;
  },
});

/** The orders that find who matches, one after the other: first those who are known, if a text is looked for. */
export function ordersFor(filter: PeopleFilter): readonly Order[] {
  const orders = ordersOf(filter);
  const seeks = orders.every(({ keeps }) => keeps.includes("part") || keeps.includes("prefix"));
  return filter.known !== undefined && seeks ? [BY_KNOWN, ...orders.map(besideKnown)] : orders;
}

function ordersOf({ prefix, part, ids, roleId, factor, sort }: PeopleFilter): readonly Order[] {
  if (ids !== undefined) return [BY_IDS];
  if (part !== undefined) return [sort === "-created_at" ? BY_PART_AND_CREATION : BY_PART];
  if (sort === "-created_at") return [BY_CREATION];
  if (prefix !== undefined) return BY_PREFIX;
  if (sort === "username") return [BY_USERNAME];
  if (roleId !== undefined) return [BY_ROLE];
  if (factor === "passkey" || factor === "authenticator_app") return [BY_FACTOR[factor]];
  return [BY_USERNAME];
}
