/**
 * People as the directory of an organization sees them: its members, those whose membership it ended, and those whose
 * account it created, also while they wait for their deletion (RFC 7644 §3.6). It sees the username and what it said
 * itself, and nothing else that the account has.
 */
import type { ScimObject } from "@countersign/scim";
import { lockOrganization } from "../organization-lock.ts";
import { lockPerson } from "../person/person-lock.ts";
import { autocommit, type Query, type WithPool } from "../transaction.ts";
import { IS_ACTIVE } from "./user-columns.ts";

/** A user of an organization. */
export interface ScimUserRow {
  readonly id: string;
  readonly username: string;
  readonly externalId: string | null;
  /** What the organization said of the person, other than the username. */
  readonly attributes: ScimObject;
  readonly active: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A user of an organization; undefined if it has none with this id. */
export async function findScimUser(
  { pool }: WithPool,
  organizationId: string,
  id: string,
): Promise<ScimUserRow | undefined> {
  const [row] = await autocommit(pool)(`${SELECT_USER} ${USERS} AND u.id = $2`, [organizationId, id]);
  return row as ScimUserRow | undefined;
}

/** A user whose row is locked until the transaction ends, with what decides about changes. */
export interface LockedScimUser extends ScimUserRow {
  readonly isMember: boolean;
  readonly createdAccount: boolean;
  readonly disabledAt: Date | null;
  readonly deletionDueAt: Date | null;
  readonly endedAt: Date | null;
  /** Whether the organization may change the account itself, and not only the membership. */
  readonly isOwn: boolean;
}

/** The organization that acts, and the resource server whose roles keep accounts from it. */
export interface Directory {
  readonly organizationId: string;
  /** The identifier of the administration API. */
  readonly administration: string;
}

/** Locks a user of an organization; undefined if it has none with this id. */
export async function lockScimUser(
  query: Query,
  { organizationId, administration }: Directory,
  id: string,
): Promise<LockedScimUser | undefined> {
  await lockOrganization(query, organizationId);
  await lockPerson(query, id);
  const [row] = await query(LOCKED, [organizationId, id, administration]);
  return row as unknown as LockedScimUser | undefined;
}

/** The groups of an organization that people are in. */
export async function groupsOfScimUsers(
  { pool }: WithPool,
  organizationId: string,
  userIds: readonly string[],
): Promise<readonly { readonly userId: string; readonly id: string; readonly name: string }[]> {
  return (await pool.query(GROUPS, [organizationId, userIds])).rows;
}

export const SELECT_USER = `
  SELECT u.id, u.username, s.external_id AS "externalId", COALESCE(s.attributes, '{}') AS attributes,
         ${IS_ACTIVE} AS active, COALESCE(s.created_at, m.created_at) AS "createdAt",
         COALESCE(s.updated_at, m.created_at) AS "updatedAt"`;

// `$1` is the organization.
export const USERS = `
    FROM end_user u
    LEFT JOIN scim_user s ON s.organization_id = $1 AND s.user_id = u.id AND s.deleted_at IS NULL
    LEFT JOIN organization_member m ON m.organization_id = $1 AND m.user_id = u.id
   WHERE (m.user_id IS NOT NULL OR s.ended_at IS NOT NULL OR s.created_account)`;

// An organization changes an account that it created, while the person is in no other organization and has no role of
// administration: otherwise it could take over what was given to that person elsewhere.
const LOCKED = `
  ${SELECT_USER}, m.user_id IS NOT NULL AS "isMember", COALESCE(s.created_account, false) AS "createdAccount",
         u.disabled_at AS "disabledAt", u.deletion_due_at AS "deletionDueAt", s.ended_at AS "endedAt",
         COALESCE(s.created_account, false)
           AND NOT EXISTS (SELECT FROM organization_member o WHERE o.user_id = u.id AND o.organization_id <> $1)
           AND NOT EXISTS (SELECT FROM scim_user o
                            WHERE o.user_id = u.id AND o.organization_id <> $1 AND o.deleted_at IS NULL)
           AND NOT EXISTS (SELECT FROM role_assignment a LEFT JOIN group_member g ON g.group_id = a.group_id
                             JOIN role r ON r.id = a.role_id
                            WHERE COALESCE(a.user_id, g.user_id) = u.id AND r.resource = $3)
           AND NOT EXISTS (SELECT FROM organization_role a LEFT JOIN group_member g ON g.group_id = a.group_id
                             JOIN role r ON r.id = a.role_id
                            WHERE COALESCE(a.user_id, g.user_id) = u.id AND r.resource = $3) AS "isOwn"
  ${USERS} AND u.id = $2`;

const GROUPS = `
  SELECT gm.user_id AS "userId", g.id, g.name FROM group_member gm JOIN user_group g ON g.id = gm.group_id
   WHERE g.organization_id = $1 AND gm.user_id = ANY($2::uuid[]) ORDER BY g.name_key`;
