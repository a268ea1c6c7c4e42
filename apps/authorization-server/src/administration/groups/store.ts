/** Groups as administrators see them. Where no organization is given, the deployment is meant. */

import { type Statements, statementsOf } from "../../platform/records/records.ts";
import { patternOf } from "../../platform/stores/lists/part-of-text.ts";
import type { Query } from "../../platform/stores/transaction.ts";
import { uuidArray } from "../../platform/stores/uuid-array.ts";
import { selected } from "../entity-values.ts";
import { type Group, groupFields, keyOfGroup } from "./entity.ts";

/** In a list, so many members are counted and no more: what a page costs does not depend on how many there are. */
const MOST_COUNTED = 10_000;
const NONE_COUNTED = 0;

type Place = readonly string[] | undefined;

async function groupsWhere(database: Statements, condition: string, values: readonly unknown[], most: number) {
  const found = await statementsOf(database)(`${GROUPS} AND ${condition}`, [most, ...values]);
  return found as unknown as readonly Group[];
}

interface GroupFilter {
  readonly organizationId?: string | undefined;
  /** A part of the name. */
  readonly part?: string | undefined;
}

/** At most `most` groups that match, after a place in their order, by name. @param page whether members are counted */
export const pageOfGroups = (
  database: Statements,
  page: GroupFilter & { readonly after: Place; readonly most: number; readonly isCounted: boolean },
): Promise<readonly Group[]> => {
  const values = [page.organizationId ?? null, patternOf(page.part), page.after?.[0] ?? "", page.most];
  const counted = page.isCounted ? MOST_COUNTED : NONE_COUNTED;
  return groupsWhere(database, `${HAS_PART} AND name_key > $4 ORDER BY name_key LIMIT $5`, values, counted);
};

/** At most `most` groups of the deployment that a person is in, after a place in their order, by name. */
export const pageOfGroupsOf = (
  database: Statements,
  { userId, after, most }: { readonly userId: string; readonly after: Place; readonly most: number },
): Promise<readonly Group[]> =>
  groupsWhere(
    database,
    `${OF_PERSON} AND name_key > $4 ORDER BY name_key LIMIT $5`,
    [null, userId, after?.[0] ?? "", most],
    MOST_COUNTED,
  );

/** How many groups match, up to `most`. */
export async function countGroups(
  database: Statements,
  { most, ...filter }: GroupFilter & { readonly most: number },
): Promise<number> {
  const [row] = await statementsOf(database)(COUNT, [most, filter.organizationId ?? null, patternOf(filter.part)]);
  return Number(row?.count ?? 0);
}

/** A group without the number of its members: to find one costs as much where a million people are in it. */
export type FoundGroup = Omit<Group, "members">;

export const findGroupById = async (
  database: Statements,
  id: string,
  organizationId?: string,
): Promise<FoundGroup | undefined> =>
  (await groupsWhere(database, "id = $3::uuid", [organizationId ?? null, id], NONE_COUNTED))[0];

/** The group of this name, without regard to case. */
export const findGroup = async (
  database: Statements,
  name: string,
  organizationId?: string,
): Promise<FoundGroup | undefined> => {
  const values = [organizationId ?? null, keyOfGroup(name, organizationId)];
  return (await groupsWhere(database, "name_key = $3", values, NONE_COUNTED))[0];
};

/** How many members a group has. */
export async function countMembers(database: Statements, id: string): Promise<number> {
  const [row] = await statementsOf(database)(COUNT_MEMBERS, [id]);
  return Number(row?.count ?? 0);
}

interface Member {
  readonly id: string;
  readonly username: string;
}

/** At most `most` members of a group after a place in their order. */
export const pageOfMembers = async (
  database: Statements,
  { groupId, after, most }: { readonly groupId: string; readonly after: Place; readonly most: number },
): Promise<readonly Member[]> =>
  (await statementsOf(database)(MEMBERS, [groupId, after?.[0] ?? null, most])) as unknown as readonly Member[];

/** Those of these users who are members of a group. */
export const membersAmong = async (
  database: Statements,
  groupId: string,
  ids: readonly string[],
): Promise<readonly Member[]> =>
  (await statementsOf(database)(MEMBERS_AMONG, [groupId, uuidArray(ids)])) as unknown as readonly Member[];

/** A group of the deployment as a configuration declares it. */
export interface DeclaredGroup {
  readonly name: string;
  readonly managedBy: string | null;
  readonly roles: readonly { readonly resource: string; readonly name: string }[];
}

/** The groups of the deployment with their roles, by name. */
export const declaredGroups = async (query: Query): Promise<readonly DeclaredGroup[]> =>
  (await query(DECLARED, [])) as unknown as readonly DeclaredGroup[];

/** Records which configuration a group of the deployment belongs to. */
export const markGroup = (query: Query, name: string, managedBy: string): Promise<unknown> =>
  query("UPDATE user_group SET managed_by = $2 WHERE name_key = $1 AND organization_id IS NULL", [
    keyOfGroup(name),
    managedBy,
  ]);

const OF_PLACE = "(organization_id = $2::uuid OR $2::uuid IS NULL AND organization_id IS NULL)";

const OF_PERSON = "id IN (SELECT group_id FROM group_member WHERE user_id = $3::uuid)";

const GROUPS = `SELECT ${selected(groupFields, "user_group")} FROM user_group WHERE ${OF_PLACE}`;

const HAS_PART = "($3::text IS NULL OR lower(name) LIKE lower($3))";

const COUNT = `
  SELECT count(*)::int FROM (SELECT FROM user_group WHERE ${OF_PLACE} AND ${HAS_PART} LIMIT $1::int) AS those`;

const COUNT_MEMBERS = "SELECT count(*)::int FROM group_member WHERE group_id = $1::uuid";

const MEMBERS = `
  SELECT u.id, u.username FROM group_member m JOIN end_user u ON u.id = m.user_id
   WHERE m.group_id = $1::uuid AND ($2::uuid IS NULL OR m.user_id > $2::uuid) ORDER BY m.user_id LIMIT $3`;
const MEMBERS_AMONG = `
  SELECT u.id, u.username FROM group_member m JOIN end_user u ON u.id = m.user_id
   WHERE m.group_id = $1::uuid AND m.user_id = ANY ($2::uuid[]) ORDER BY m.user_id`;

const DECLARED = `
  SELECT g.name, g.managed_by AS "managedBy",
         coalesce(json_agg(json_build_object('resource', r.resource, 'name', r.name)) FILTER (WHERE r.id IS NOT NULL),
                  '[]') AS roles
    FROM user_group g LEFT JOIN role_assignment a ON a.group_id = g.id LEFT JOIN role r ON r.id = a.role_id
   WHERE g.organization_id IS NULL GROUP BY g.id ORDER BY g.name_key`;
