/** Roles as operators see them. */
import { fromRecords, type RecordsDatabase } from "./records.ts";

export interface RoleRecord {
  readonly resource: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** The usernames of the people who have the role themselves. */
  readonly people: readonly string[];
  /** The names of the groups that have it. */
  readonly groups: readonly string[];
}

const HOLDERS = {
  assignments: { select: { user: { select: { username: true } }, group: { select: { name: true } } } },
} as const;

/** Every role with who has it, by resource server and name. */
export function listRoles(database: RecordsDatabase): Promise<readonly RoleRecord[]> {
  return fromRecords(database, async ({ role }) => {
    const roles = await role.findMany({ include: HOLDERS, orderBy: [{ resource: "asc" }, { name: "asc" }] });
    return roles.map(({ resource, name, scopes, assignments }) => ({
      resource,
      name,
      scopes,
      people: assignments.flatMap(({ user }) => user?.username ?? []).sort(),
      groups: assignments.flatMap(({ group }) => group?.name ?? []).sort(),
    }));
  });
}
