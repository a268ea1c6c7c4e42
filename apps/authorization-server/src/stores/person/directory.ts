/** Lists of people, page by page. Each page is a range of an index, however many people there are. */
import type { Database } from "@countersign/database";

/** A person in a list. */
export interface ListedPerson {
  readonly id: string;
  readonly username: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly emailVerifiedAt: Date | null;
  readonly disabledAt: Date | null;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
  /** Where this person is in the list: the search that found them, and their place in its order. */
  readonly place: readonly [search: string, key: string, id: string];
}

export type PersonStatus = "enabled" | "disabled";

export interface PeopleFilter {
  /** The beginning of a username, an e-mail address or a name, in any case. */
  readonly prefix: string | undefined;
  readonly status: PersonStatus | undefined;
  readonly newestFirst: boolean;
  readonly createdAfter: Date | undefined;
}

export interface PageOfPeople {
  readonly after: readonly string[] | undefined;
  readonly most: number;
}

/** One order in which people are read. All parts are constants. */
interface Search {
  readonly key: string;
  readonly direction: "ASC" | "DESC";
  /** Excludes who an earlier search finds. */
  readonly besides: string;
}

const USERNAME = 'lower(username) COLLATE "C"';
const EMAIL = 'email_canonical COLLATE "C"';
const NAME = 'lower(name) COLLATE "C"';
const begins = (key: string) => `${key} >= $1 AND ${key} < $2`;

const BY_USERNAME: Search = { key: USERNAME, direction: "ASC", besides: "TRUE" };
const BY_CREATION: Search = { key: "created_at", direction: "DESC", besides: "TRUE" };
/** By what a prefix is looked for, in this order. */
const PREFIX_SEARCHES: readonly Search[] = [
  BY_USERNAME,
  { key: EMAIL, direction: "ASC", besides: `NOT (${begins(USERNAME)})` },
  {
    key: NAME,
    direction: "ASC",
    besides: `NOT (${begins(USERNAME)}) AND (${begins(EMAIL)}) IS NOT TRUE`,
  },
];

const STATUS: Readonly<Record<PersonStatus | "any", string>> = {
  enabled: "disabled_at IS NULL",
  disabled: "disabled_at IS NOT NULL",
  any: "TRUE",
};

/** At most `most` people of a list, after a place in it. */
export async function pageOfPeople(
  { pool }: Pick<Database, "pool">,
  filter: PeopleFilter,
  { after, most }: PageOfPeople,
): Promise<readonly ListedPerson[]> {
  const searches = filter.prefix !== undefined ? PREFIX_SEARCHES : [filter.newestFirst ? BY_CREATION : BY_USERNAME];
  const [first = "0", ...place] = after ?? [];
  const found: ListedPerson[] = [];
  for (const [index, search] of searches.entries()) {
    if (index < Number(first) || found.length >= most) continue;
    const from = index === Number(first) && place.length === 2 ? place : undefined;
    const { rows } = await pool.query<Row>(
      textOf(search, filter, from !== undefined),
      valuesOf(filter, from, most - found.length),
    );
    found.push(...rows.map(({ key, ...person }) => ({ ...person, place: [String(index), key, person.id] as const })));
  }
  return found;
}

interface Row extends Omit<ListedPerson, "place"> {
  readonly key: string;
}

/** The last code point: it ends the range of texts that begin with a prefix. */
const LAST = "\u{10FFFF}";

function valuesOf({ prefix, createdAfter }: PeopleFilter, from: readonly string[] | undefined, most: number) {
  const folded = prefix?.toLowerCase() ?? null;
  return [folded, folded === null ? null : `${folded}${LAST}`, createdAfter ?? null, most, ...(from ?? [])];
}

function textOf({ key, direction, besides }: Search, { prefix, status, newestFirst }: PeopleFilter, isNext: boolean) {
  const type = newestFirst ? "timestamptz" : "text";
  const comparison = direction === "ASC" ? ">" : "<";
  const conditions = [
    prefix === undefined ? "$1::text IS NULL AND $2::text IS NULL" : begins(key),
    newestFirst ? "created_at > coalesce($3::timestamptz, '-infinity')" : "$3::timestamptz IS NULL",
    STATUS[status ?? "any"],
    besides,
    isNext ? `(${key}, id) ${comparison} ($5::${type}, $6::uuid)` : "TRUE",
  ];
  return `
    SELECT id, username, name, email, email_verified_at AS "emailVerifiedAt", disabled_at AS "disabledAt",
           created_at AS "createdAt", last_sign_in_at AS "lastSignInAt", (${key})::text AS key
      FROM end_user WHERE ${conditions.join(" AND ")}
     ORDER BY ${key} ${direction}, id ${direction} LIMIT $4`;
}
