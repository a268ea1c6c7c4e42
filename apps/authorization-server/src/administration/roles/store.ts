/** Roles as administrators see them. */
import { type Statements, statementsOf } from "../../platform/records/records.ts";
import { patternOf } from "../../platform/stores/lists/part-of-text.ts";
import type { Query } from "../../platform/stores/transaction.ts";
import { hasPart, type Sought } from "../entity-lists.ts";
import { selected } from "../entity-values.ts";
import { type Role, roleFields, shownRoles } from "./entity.ts";
import type { RoleName } from "./kept-role.ts";

const SELECT = `SELECT ${selected(roleFields, "role")} FROM role`;
const IN_ORDER = "ORDER BY resource, name";
/** What a person, a group or an organization has is never listed beyond this. */
const MOST_HELD = 200;

const read = async (database: Statements, rest: string, values: readonly unknown[]): Promise<readonly Role[]> =>
  (await statementsOf(database)(`${SELECT} ${rest}`, values)) as unknown as readonly Role[];

const HAS_PART = hasPart(shownRoles, "role");

/** At most `most` roles after a place in their order, by resource server and name. */
export const pageOfRoles = (
  database: Statements,
  {
    part,
    after: [resource = "", name = ""] = [],
    most,
  }: Sought & { readonly after: readonly string[] | undefined; readonly most: number },
): Promise<readonly Role[]> =>
  read(database, `WHERE ${HAS_PART} AND (resource, name) > ($2, $3) ${IN_ORDER} LIMIT $4`, [
    patternOf(part),
    ...[resource, name, most],
  ]);

/** How many roles there are, up to `most`. */
export async function countRoles(
  database: Statements,
  { part, most }: Sought & { readonly most: number },
): Promise<number> {
  const [row] = await statementsOf(database)(COUNT, [patternOf(part), most]);
  return Number(row?.count ?? 0);
}

const COUNT = `SELECT count(*)::int FROM (SELECT FROM role WHERE ${HAS_PART} LIMIT $2::int) AS those`;

/** The role of an id. */
export const findRole = async (database: Statements, id: string): Promise<Role | undefined> =>
  (await read(database, "WHERE id = $1", [id]))[0];

/**
 * The role of a resource server and a name.
 *
 * @internal
 */
export const findRoleNamed = async (database: Statements, { resource, name }: RoleName): Promise<Role | undefined> =>
  (await read(database, "WHERE resource = $1 AND name = $2", [resource, name]))[0];

/** The same, and no other transaction changes it until that of `query` ends. */
export const lockRole = async (query: Query, { resource, name }: RoleName): Promise<Role | undefined> =>
  (await query(`${SELECT} WHERE resource = $1 AND name = $2 FOR NO KEY UPDATE`, [resource, name]))[0] as
    | Role
    | undefined;

/** The roles that there are of these ids. */
export const rolesWith = (database: Statements, ids: readonly string[]): Promise<readonly Role[]> =>
  read(database, "WHERE id = ANY($1::uuid[])", [ids]);

/** The roles of a resource server with these names. */
export const rolesNamed = (
  database: Statements,
  { resource, names }: { readonly resource: string; readonly names: readonly string[] },
): Promise<readonly Role[]> => read(database, "WHERE resource = $1 AND name = ANY($2::text[])", [resource, names]);

/** Who has a role: a person, or a group and so its members. */
export type Holder = { readonly userId: string } | { readonly groupId: string };

/** The columns of a holder: its person, and its group. */
export const columnsOf = (holder: Holder): readonly [userId: string | null, groupId: string | null] =>
  "userId" in holder ? [holder.userId, null] : [null, holder.groupId];

/** The roles that a person, or a group, has itself: up to 200. */
export const rolesOf = (database: Statements, holder: Holder): Promise<readonly Role[]> =>
  read(database, `WHERE id IN (${ASSIGNED}) ${IN_ORDER} LIMIT ${MOST_HELD}`, columnsOf(holder));

/** The roles that a member of an organization, or a group of it, has there: up to 200. */
export const rolesInOrganization = (
  database: Statements,
  { organizationId, ...holder }: { readonly organizationId: string } & Holder,
): Promise<readonly Role[]> =>
  read(database, `WHERE id IN (${ASSIGNED_THERE}) ${IN_ORDER} LIMIT ${MOST_HELD}`, [
    ...columnsOf(holder),
    organizationId,
  ]);

/** The roles that may be given in organizations: up to 200. */
export const rolesForOrganizations = (database: Statements): Promise<readonly Role[]> =>
  read(database, `WHERE in_organizations ${IN_ORDER} LIMIT ${MOST_HELD}`, []);

/** Every role, in a transaction. */
export const everyRole = async (query: Query): Promise<readonly Role[]> =>
  (await query(`${SELECT} ${IN_ORDER}`, [])) as unknown as readonly Role[];

/** A role with its holders. */
export interface HeldRole extends Pick<Role, "resource" | "name" | "scopes" | "inOrganizations"> {
  /** The usernames of the people who have the role themselves. */
  readonly people: readonly string[];
  /** The names of the groups that have it. */
  readonly groups: readonly string[];
}

/** Every role with its holders, by resource server and name. */
export const listRoles = async (database: Statements): Promise<readonly HeldRole[]> =>
  ((await statementsOf(database)(WITH_HOLDERS, [])) as unknown as readonly HeldRole[]).map((role) => ({
    ...role,
    people: role.people.toSorted(),
    groups: role.groups.toSorted(),
  }));

/** Records which configuration a role belongs to. */
export const markRole = (query: Query, { resource, name }: RoleName, managedBy: string): Promise<unknown> =>
  query("UPDATE role SET managed_by = $3 WHERE resource = $1 AND name = $2", [resource, name, managedBy]);

const OF_HOLDER = "(user_id = $1::uuid OR group_id = $2::uuid)";
const ASSIGNED = `SELECT role_id FROM role_assignment WHERE ${OF_HOLDER}`;
const ASSIGNED_THERE = `SELECT role_id FROM organization_role WHERE ${OF_HOLDER} AND organization_id = $3::uuid`;

const WITH_HOLDERS = `
  SELECT r.resource, r.name, r.scopes, r.in_organizations AS "inOrganizations",
         coalesce(array_agg(u.username) FILTER (WHERE u.id IS NOT NULL), '{}') AS people,
         coalesce(array_agg(g.name) FILTER (WHERE g.id IS NOT NULL), '{}') AS groups
    FROM role r
    LEFT JOIN role_assignment a ON a.role_id = r.id
    LEFT JOIN end_user u ON u.id = a.user_id
    LEFT JOIN user_group g ON g.id = a.group_id
   GROUP BY r.id ORDER BY r.resource, r.name`;
