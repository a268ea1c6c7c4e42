/** Groups of an organization as its directory sees them. Each statement names the organization. */
import { badRequest } from "@countersign/scim";
import { lockOrganization } from "../organization-lock.ts";
import type { Query, WithPool } from "../transaction.ts";
import { type UuidArray, uuidsIn } from "../uuid-array.ts";
import { type Columns, conditionOf, lowerCase, parameters } from "./filter-sql.ts";
import type { Page } from "./user-lists.ts";
import type { Directory } from "./users.ts";

/** A group of an organization, without its members. */
export interface ScimGroupRow {
  readonly id: string;
  readonly name: string;
  readonly externalId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Changes when the group or its members change. */
  readonly revision: string;
}

/** The most members that one answer has. */
const MOST_SHOWN = 20_000;

/** A page of the groups of an organization, by id, and how many fit the filter. */
export async function pageOfScimGroups({ pool }: WithPool, organizationId: string, { filter, offset, most }: Page) {
  const { values, bind } = parameters(organizationId);
  const condition = filter === undefined ? "true" : conditionOf(filter, GROUP_COLUMNS, bind);
  const counted = await pool.query<{ count: string }>(`SELECT count(*) ${GROUPS} AND ${condition}`, values);
  const total = Number(counted.rows[0]?.count ?? 0);
  if (most === 0 || offset >= total) return { total, groups: [] };

  const page = `${SELECT} ${GROUPS} AND ${condition} ORDER BY g.id OFFSET ${bind(offset)} LIMIT ${bind(most)}`;
  return { total, groups: (await pool.query<ScimGroupRow>(page, values)).rows };
}

/** A group of an organization; undefined if it has none with this id. */
export async function findScimGroup(
  { pool }: WithPool,
  organizationId: string,
  id: string,
): Promise<ScimGroupRow | undefined> {
  return (await pool.query<ScimGroupRow>(ONE, [organizationId, id])).rows[0];
}

/** A group whose row is locked until the transaction ends. */
export interface LockedScimGroup extends ScimGroupRow {
  /** Whether it has a role of the administration API: then it is not the directory's to change. */
  readonly isAdministrative: boolean;
}

/** Locks a group of an organization; undefined if it has none with this id. */
export async function lockScimGroup(
  query: Query,
  { organizationId, administration }: Directory,
  id: string,
): Promise<LockedScimGroup | undefined> {
  await lockOrganization(query, organizationId);
  await query("SELECT FROM user_group WHERE id = $1 AND organization_id = $2 FOR UPDATE", [id, organizationId]);
  const [row] = await query(LOCKED, [organizationId, id, administration]);
  return row as unknown as LockedScimGroup | undefined;
}

/** The members of groups of an organization, by group. Throws `tooMany` if an answer cannot hold them. */
export async function membersOfScimGroups(
  { pool }: WithPool,
  organizationId: string,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await pool.query<MembersRow>(MEMBERS, [organizationId, groupIds, MOST_SHOWN + 1]);
  if (rows.reduce((sum, { count }) => sum + count, 0) > MOST_SHOWN) {
    throw badRequest("tooMany", `there are more than ${MOST_SHOWN} members: send excludedAttributes=members`);
  }
  return new Map(rows.map(({ groupId, ids }) => [groupId, uuidsIn(ids)]));
}

interface MembersRow {
  readonly groupId: string;
  readonly ids: UuidArray;
  readonly count: number;
}

const GROUP_COLUMNS: Columns = ({ attribute, sub }) => {
  const name = sub === undefined ? attribute.name : `${attribute.name}.${sub.name}`;
  if (name === "id") return { kind: "text", sql: "g.id::text" };
  if (name === "externalId") return { kind: "text", sql: "s.external_id" };
  if (name === "displayName") return { kind: "text", sql: "lower(g.name)", fold: lowerCase };
  if (name === "meta.created") return { kind: "time", sql: "g.created_at" };
  if (name === "meta.lastModified") return { kind: "time", sql: "COALESCE(s.updated_at, g.created_at)" };
  if (attribute.name !== "members") return undefined;
  return {
    kind: "values",
    from: "FROM group_member gm WHERE gm.group_id = g.id",
    columns: (of) => (of === "value" ? { kind: "text", sql: "gm.user_id::text" } : undefined),
  };
};

// The number of members and the last joining change with the members, no matter who changes them. No answer has the
// members of a group that has more than can be shown, so its version does not say anything about them.
const SELECT = `
  SELECT g.id, g.name, s.external_id AS "externalId", g.created_at AS "createdAt",
         COALESCE(s.updated_at, g.created_at) AS "updatedAt",
         (SELECT CASE WHEN count(*) <= ${MOST_SHOWN} THEN count(*) || ' ' || COALESCE(max(gm.created_at)::text, '')
                      ELSE 'many' END
            FROM (SELECT created_at FROM group_member WHERE group_id = g.id LIMIT ${MOST_SHOWN + 1}) gm) AS revision`;

const GROUPS = `
    FROM user_group g LEFT JOIN scim_group s ON s.group_id = g.id
   WHERE g.organization_id = $1`;

const ONE = `${SELECT} ${GROUPS} AND g.id = $2`;

const LOCKED = `
  ${SELECT}, EXISTS (
           SELECT FROM role r WHERE r.resource = $3 AND (
             EXISTS (SELECT FROM role_assignment a WHERE a.role_id = r.id AND a.group_id = g.id)
             OR EXISTS (SELECT FROM organization_role a WHERE a.role_id = r.id AND a.group_id = g.id)))
           AS "isAdministrative"
  ${GROUPS} AND g.id = $2`;

const MEMBERS = `
  SELECT m.group_id AS "groupId", array_agg(m.user_id ORDER BY m.user_id)::text AS ids, count(*)::integer AS count
    FROM (SELECT gm.group_id, gm.user_id FROM group_member gm JOIN user_group g ON g.id = gm.group_id
           WHERE g.organization_id = $1 AND gm.group_id = ANY($2::uuid[])
           ORDER BY gm.group_id, gm.user_id LIMIT $3) m
   GROUP BY m.group_id`;
