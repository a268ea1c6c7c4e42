/** Organizations as operators and administrators see them. */
import { containing, patternOf } from "../stores/lists/part-of-text.ts";
import { autocommit, type WithPool } from "../stores/transaction.ts";
import { uuidArray } from "../stores/uuid-array.ts";
import { MOST_COUNTED, withCounts } from "./member-counts.ts";

export interface OrganizationRecord {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly disabledAt: Date | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly memberCount: number;
}

export interface PlaceInList {
  readonly after: readonly string[] | undefined;
  readonly most: number;
}

/**
 * At most `most` organizations after a place in their order, by slug: those with a part of a text in the slug or name,
 * or with the text as their id, and the one with this id, if there are such.
 */
export async function pageOfOrganizations(
  { pool }: WithPool,
  { after, most, only, part }: PlaceInList & Sought,
): Promise<readonly OrganizationRecord[]> {
  const [slug] = after ?? [];
  const values = [slug ?? null, ...soughtOf({ only, part }), most];
  const { rows } = await pool.query<Omit<OrganizationRecord, "memberCount">>(PAGE, values);
  return withCounts("organizations", rows, { query: autocommit(pool), most: MOST_COUNTED });
}

interface Sought {
  readonly only?: string | undefined;
  readonly part?: string | undefined;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const soughtOf = ({ only, part }: Sought) => [
  only ?? null,
  patternOf(part),
  part !== undefined && UUID.test(part.trim()) ? part.trim() : null,
];

/** How many organizations match, up to `most`. */
export async function countOrganizations(
  { pool }: WithPool,
  { most, ...sought }: Sought & { readonly most: number },
): Promise<number> {
  return (await pool.query<{ count: number }>(COUNT, [...soughtOf(sought), most])).rows[0]?.count ?? 0;
}

/** The organization of an id, or of a slug. */
export async function findOrganization(
  { pool }: WithPool,
  where: { readonly id: string } | { readonly slug: string },
): Promise<OrganizationRecord | undefined> {
  const [statement, value] = "id" in where ? [BY_ID, where.id] : [BY_SLUG, where.slug];
  const { rows } = await pool.query<Omit<OrganizationRecord, "memberCount">>(statement, [value]);
  return (await withCounts("organizations", rows, { query: autocommit(pool) }))[0];
}

/** At most `most` members of an organization after a place in their order, or the one with a username. */
export async function pageOfOrganizationMembers(
  { pool }: WithPool,
  page: PlaceInList & { readonly organizationId: string; readonly username?: string | undefined },
): Promise<readonly Member[]> {
  const { organizationId, after, most, username } = page;
  const [userId] = after ?? [];
  const values = [organizationId, userId ?? null, username ?? null, most];
  return (await pool.query<Member>(MEMBERS, values)).rows;
}

/** Those of these users who are members of an organization. */
export const organizationMembersAmong = async (
  { pool }: WithPool,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly Member[]> => (await pool.query<Member>(MEMBERS_AMONG, [organizationId, uuidArray(ids)])).rows;

interface Member {
  readonly id: string;
  readonly username: string;
}

/** How many members one page looks at, at most, for those with a part of a text. */
const MOST_WALKED = 2000;

/**
 * At most `most` members with a part of a text in their username, of as many as a page looks at (decision 111); `end`
 * is where it stopped, if there may be more beyond.
 */
export async function pageOfMembersWith(
  { pool }: WithPool,
  { organizationId, after, most, part }: PlaceInList & { readonly organizationId: string; readonly part: string },
): Promise<{ readonly members: readonly Member[]; readonly end: string | undefined }> {
  const [userId] = after ?? [];
  const values = [organizationId, userId ?? null, containing(part), most, MOST_WALKED];
  const { rows } = await pool.query<{ id: string | null; username: string; end: string | null }>(MEMBERS_WITH, values);
  const members = rows.flatMap(({ id, username }) => (id === null ? [] : [{ id, username }]));
  return { members, end: rows[0]?.end ?? undefined };
}

/** Whether a person is a member of an organization. */
export const isOrganizationMember = async (
  { pool }: WithPool,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
): Promise<boolean> => (await pool.query(MEMBER, [organizationId, userId])).rowCount === 1;

export interface OrganizationDomainRecord {
  readonly id: string;
  readonly domain: string;
  /** What its TXT record must say. */
  readonly token: string;
  readonly verifiedAt: Date | null;
  /** Since when the record of a verified domain is gone, and since when another organization proves the domain. */
  readonly missingSince: Date | null;
  readonly contestedAt: Date | null;
}

/** The domains of an organization, by name. They are few. */
export const listOrganizationDomains = async (
  { pool }: WithPool,
  organizationId: string,
): Promise<readonly OrganizationDomainRecord[]> =>
  (await pool.query<OrganizationDomainRecord>(`${DOMAINS} ORDER BY domain`, [organizationId])).rows;

/** A domain of an organization. */
export const findOrganizationDomain = async (
  { pool }: WithPool,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Promise<OrganizationDomainRecord | undefined> =>
  (await pool.query<OrganizationDomainRecord>(`${DOMAINS} AND id = $2`, [organizationId, id])).rows[0];

const ORGANIZATION = `
  SELECT id, slug, name, disabled_at AS "disabledAt", version, created_at AS "createdAt" FROM organization`;
const BY_ID = `${ORGANIZATION} WHERE id = $1`;
const BY_SLUG = `${ORGANIZATION} WHERE slug = $1`;
const PAGE = `
  ${ORGANIZATION} WHERE ($1::text IS NULL OR slug > $1) AND ($2::uuid IS NULL OR id = $2)
     AND ($3::text IS NULL OR lower(slug || ' ' || name) LIKE lower($3) OR id = $4::uuid) ORDER BY slug LIMIT $5`;
const COUNT = `
  SELECT count(*)::int FROM (
    SELECT FROM organization WHERE ($1::uuid IS NULL OR id = $1)
       AND ($2::text IS NULL OR lower(slug || ' ' || name) LIKE lower($2) OR id = $3::uuid) LIMIT $4) AS those`;
/**
 * Members after one. The conditions and the order name the organization without equality, so that the order is that of
 * one index: none walks through the members of all organizations for those of a small one.
 */
const AFTER = `
  (organization_id, user_id) > ($1::uuid, coalesce($2::uuid, '00000000-0000-0000-0000-000000000000'))
     AND organization_id <= $1::uuid ORDER BY organization_id, user_id`;
const MEMBERS = `
  SELECT u.id, u.username FROM organization_member m JOIN end_user u ON u.id = m.user_id
   WHERE ($3::text IS NULL OR u.username = $3) AND ${AFTER} LIMIT $4`;
const MEMBERS_AMONG = `
  SELECT u.id, u.username FROM organization_member m JOIN end_user u ON u.id = m.user_id
   WHERE m.organization_id = $1 AND m.user_id = ANY ($2::uuid[]) ORDER BY m.user_id`;
const MEMBERS_WITH = `
  WITH walked AS MATERIALIZED (
    SELECT user_id FROM organization_member WHERE ${AFTER} LIMIT $5)
  SELECT found.id, found.username, place.end
    FROM (SELECT (SELECT user_id FROM walked ORDER BY user_id OFFSET $5 - 1) AS end) AS place
    LEFT JOIN LATERAL (
      SELECT u.id, u.username FROM walked JOIN end_user u ON u.id = walked.user_id
       WHERE lower(u.username) LIKE lower($3) ORDER BY u.id LIMIT $4) AS found ON TRUE`;
const MEMBER = "SELECT FROM organization_member WHERE organization_id = $1 AND user_id = $2";
const DOMAINS = `
  SELECT id, domain, token, verified_at AS "verifiedAt", missing_since AS "missingSince",
         contested_at AS "contestedAt"
    FROM organization_domain WHERE organization_id = $1`;
