/** Roles as operators see them. */
import { fromRecords, type RecordsDatabase } from "./records.ts";

export interface RoleRecord {
  readonly resource: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Whether the role may be given in an organization. */
  readonly inOrganizations: boolean;
  /** The usernames of the people who have the role themselves. */
  readonly people: readonly string[];
  /** The names of the groups that have it. */
  readonly groups: readonly string[];
}

const HOLDERS = {
  assignments: { select: { user: { select: { username: true } }, group: { select: { name: true } } } },
} as const;

/** A role by itself. */
export interface RoleSummary {
  readonly id: string;
  readonly resource: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Whether the role may be given in an organization. */
  readonly inOrganizations: boolean;
  /** Whether a change ends what was issued to the people concerned. */
  readonly revokeOnChange: boolean;
  /** The configuration that it belongs to; null for one that operators change by themselves. */
  readonly managedBy: string | null;
}

/** What a summary is read from. */
export const ROLE_SUMMARY = {
  id: true,
  resource: true,
  name: true,
  scopes: true,
  inOrganizations: true,
  revokeOnChange: true,
  managedBy: true,
} as const;

/** At most `most` roles after a place in their order, by resource server and name. */
export function pageOfRoles(
  database: RecordsDatabase,
  { after, most }: { after: readonly string[] | undefined; most: number },
): Promise<readonly RoleSummary[]> {
  const [resource, name] = after ?? [];
  const where =
    resource === undefined || name === undefined
      ? {}
      : { OR: [{ resource: { gt: resource } }, { resource, name: { gt: name } }] };
  const orderBy = [{ resource: "asc" as const }, { name: "asc" as const }];
  return fromRecords(database, ({ role }) => role.findMany({ select: ROLE_SUMMARY, where, orderBy, take: most }));
}

/** The role of an id. */
export async function findRole(database: RecordsDatabase, id: string): Promise<RoleSummary | undefined> {
  return (
    (await fromRecords(database, ({ role }) => role.findUnique({ select: ROLE_SUMMARY, where: { id } }))) ?? undefined
  );
}

/** The role of a resource server and a name. */
export async function findRoleNamed(
  database: RecordsDatabase,
  named: Pick<RoleSummary, "resource" | "name">,
): Promise<RoleSummary | undefined> {
  const { resource, name } = named;
  const where = { resource_name: { resource, name } };
  return (await fromRecords(database, ({ role }) => role.findUnique({ select: ROLE_SUMMARY, where }))) ?? undefined;
}

/** The roles that there are of these ids. */
export const rolesWith = (database: RecordsDatabase, ids: readonly string[]): Promise<readonly RoleSummary[]> =>
  fromRecords(database, ({ role }) => role.findMany({ select: ROLE_SUMMARY, where: { id: { in: [...ids] } } }));

/** The roles of a resource server with these names. */
export function rolesNamed(
  database: RecordsDatabase,
  { resource, names }: { readonly resource: string; readonly names: readonly string[] },
): Promise<readonly RoleSummary[]> {
  const where = { resource, name: { in: [...names] } };
  return fromRecords(database, ({ role }) => role.findMany({ select: ROLE_SUMMARY, where }));
}

/** The roles that a person, or a group, has itself: up to 200. */
export function rolesOf(
  database: RecordsDatabase,
  holder: { readonly userId: string } | { readonly groupId: string },
): Promise<readonly RoleSummary[]> {
  const where = { assignments: { some: holder } };
  const orderBy = [{ resource: "asc" as const }, { name: "asc" as const }];
  return fromRecords(database, ({ role }) => role.findMany({ select: ROLE_SUMMARY, where, orderBy, take: 200 }));
}

/** The roles that a member of an organization has there themselves: up to 200. */
export function rolesInOrganization(
  database: RecordsDatabase,
  holder: { readonly organizationId: string } & ({ readonly userId: string } | { readonly groupId: string }),
): Promise<readonly RoleSummary[]> {
  const where = { organizationRoles: { some: holder } };
  const orderBy = [{ resource: "asc" as const }, { name: "asc" as const }];
  return fromRecords(database, ({ role }) => role.findMany({ select: ROLE_SUMMARY, where, orderBy, take: 200 }));
}

/** The roles that may be given in organizations: up to 200. */
export function rolesForOrganizations(database: RecordsDatabase): Promise<readonly RoleSummary[]> {
  const where = { inOrganizations: true };
  const orderBy = [{ resource: "asc" as const }, { name: "asc" as const }];
  return fromRecords(database, ({ role }) => role.findMany({ select: ROLE_SUMMARY, where, orderBy, take: 200 }));
}

/** Every role with who has it, by resource server and name. */
export function listRoles(database: RecordsDatabase): Promise<readonly RoleRecord[]> {
  return fromRecords(database, async ({ role }) => {
    const roles = await role.findMany({ include: HOLDERS, orderBy: [{ resource: "asc" }, { name: "asc" }] });
    return roles.map(({ resource, name, scopes, inOrganizations, assignments }) => ({
      resource,
      name,
      scopes,
      inOrganizations,
      people: assignments.flatMap(({ user }) => user?.username ?? []).sort(),
      groups: assignments.flatMap(({ group }) => group?.name ?? []).sort(),
    }));
  });
}

/** How many roles a resource server has. */
export const rolesAt = (database: RecordsDatabase, resource: string): Promise<number> =>
  fromRecords(database, ({ role }) => role.count({ where: { resource } }));
