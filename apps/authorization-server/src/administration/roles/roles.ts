/** Acts on roles, for every kind of actor. Each act and its audit row are one transaction. */
import { randomUUID } from "node:crypto";
import { isUniqueViolation } from "@countersign/database";
import { inRecords, type Records, type RecordsDatabase, recordAudit } from "../../platform/records/records.ts";
import { ROLE_SUMMARY, type RoleSummary } from "../../platform/records/roles.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";
import { type AssertMeantFor, forAny, locked } from "../../platform/stores/locked.ts";
import { lockPerson } from "../../platform/stores/person/person-lock.ts";
import { endIssuedBy } from "./changed-roles.ts";
import { keeping, queryIn, type RoleName } from "./kept-role.ts";

export interface RoleSettings extends RoleName {
  readonly scopes: readonly string[];
  /** Whether the role may be given in an organization, and counts in the tokens for that organization. */
  readonly inOrganizations?: boolean | undefined;
  /** Whether a change of who has the role, or of its scopes, ends what was issued to them. */
  readonly revokeOnChange?: boolean | undefined;
}

/** What changes of a role. What is undefined stays. */
export type RoleChange = RoleName & { readonly scopes?: readonly string[] | undefined } & Omit<
    RoleSettings,
    keyof RoleName | "scopes"
  >;

/** Who has a role: a person, or a group and so its members. */
export type Holder = { readonly userId: string } | { readonly groupId: string };

/**
 * Creates a role that gives scopes of a resource server. Changes nothing if there is no such resource server, if it
 * does not define one of the scopes, or if it has a role of this name.
 */
export async function addRole(
  database: RecordsDatabase,
  { resource, name, scopes, inOrganizations = false, revokeOnChange = false }: RoleSettings,
  by: By,
): Promise<"added" | "exists" | "no_resource" | "undefined_scope"> {
  try {
    return await inRecords(database, async (records) => {
      const found = await records.resourceServer.findUnique({ where: { identifier: resource } });
      if (found === null) return "no_resource";
      if (scopes.some((scope) => !found.scopes.includes(scope))) return "undefined_scope";

      const settings = { inOrganizations, revokeOnChange };
      await records.role.create({
        data: { id: randomUUID(), resource, name, scopes: [...scopes], ...settings, createdAt: by.at },
      });
      await recordAudit(records, { type: "role_added", ...by, detail: { resource, name, scopes, ...settings } });
      return "added";
    });
  } catch (err) {
    if (isUniqueViolation(err)) return "exists";
    throw err;
  }
}

/**
 * Changes a role: its scopes count from the next tokens of its people. One that may no longer be given in
 * organizations is taken from everybody there. Changes nothing if there is no such
 * role, or if its resource server does not define one of the scopes. Throws what `assertMeantFor` throws for the role
 * as it is, whose row is locked.
 */
export function changeRole(
  database: RecordsDatabase,
  { resource, name, inOrganizations, revokeOnChange, ...change }: RoleChange,
  by: By,
  assertMeantFor: AssertMeantFor<RoleSummary> = forAny,
): Promise<"changed" | "no_role" | "undefined_scope"> {
  return inRecords(database, async (records) => {
    await records.$executeRaw`SELECT FROM role WHERE resource = ${resource} AND name = ${name} FOR NO KEY UPDATE`;
    const found = await records.role.findUnique({
      where: { resource_name: { resource, name } },
      select: { ...ROLE_SUMMARY, resourceServer: { select: { scopes: true } } },
    });
    if (found === null) return "no_role";
    assertMeantFor(locked(found));
    const { scopes = found.scopes } = change;
    if (scopes.some((scope) => !found.resourceServer.scopes.includes(scope))) return "undefined_scope";

    const given = {
      ...(inOrganizations === undefined ? {} : { inOrganizations }),
      ...(revokeOnChange === undefined ? {} : { revokeOnChange }),
    };
    await endIssuedBy(queryIn(records), { roleId: found.id }, by);
    await records.role.update({ where: { id: found.id }, data: { scopes: [...scopes], ...given } });
    if (inOrganizations === false) await records.organizationRole.deleteMany({ where: { roleId: found.id } });
    const before = { scopes: found.scopes, ...beforeOf(found, given) };
    await recordAudit(records, { type: "role_changed", ...by, detail: { resource, name, scopes, ...given, before } });
    return "changed";
  });
}

type Switches = Pick<RoleSummary, "inOrganizations" | "revokeOnChange">;

/** What the settings were that a change names. */
const beforeOf = (held: Switches, given: Partial<Switches>): Partial<Switches> =>
  Object.fromEntries((Object.keys(given) as (keyof Switches)[]).map((setting) => [setting, held[setting]]));

/**
 * Deletes a role: the next tokens of its people lack its scopes. Returns false if there is no such role.
 *
 * @param kept a role that may not lose its last person; the act is refused otherwise
 */
export function removeRole(
  database: RecordsDatabase,
  { resource, name }: RoleName,
  by: By,
  kept: RoleName | undefined,
): Promise<boolean> {
  return inRecords(database, (records) =>
    keeping(queryIn(records), kept, async () => {
      await records.$executeRaw`SELECT FROM role WHERE resource = ${resource} AND name = ${name} FOR UPDATE`;
      const roleId = await idOf(records, { resource, name });
      if (roleId === undefined) return false;
      await endIssuedBy(queryIn(records), { roleId }, by);
      await records.role.deleteMany({ where: { id: roleId } });

      await recordAudit(records, { type: "role_removed", ...by, detail: { resource, name } });
      return true;
    }),
  );
}

/**
 * Gives a role to a person or a group. It counts from their next token. Changes nothing if there is no such role, or if
 * they have it already.
 */
export async function assignRole(
  database: RecordsDatabase,
  role: RoleName,
  to: Holder,
  by: By,
): Promise<"assigned" | "has_it" | "no_role"> {
  try {
    return await inRecords(database, async (records) => {
      const query = queryIn(records);
      const { resource, name } = role;
      await records.$executeRaw`SELECT FROM role WHERE resource = ${resource} AND name = ${name} FOR KEY SHARE`;
      const roleId = await idOf(records, role);
      if (roleId === undefined) return "no_role";
      if ("userId" in to) await lockPerson(query, to.userId);

      await records.roleAssignment.create({ data: { id: randomUUID(), roleId, ...to, createdAt: by.at } });
      await endIssuedBy(query, { roleId, ...to }, by);
      await recordAudit(records, { type: "role_assigned", ...by, ...about(role, to) });
      return "assigned";
    });
  } catch (err) {
    if (isUniqueViolation(err)) return "has_it";
    throw err;
  }
}

/**
 * Takes a role from a person or a group. It counts from their next token. Returns false if they did not have it.
 *
 * @param kept a role that may not lose its last person; the act is refused otherwise
 */
export function revokeRole(
  database: RecordsDatabase,
  role: RoleName,
  from: Holder,
  by: By,
  kept: RoleName | undefined,
): Promise<boolean> {
  return inRecords(database, (records) =>
    keeping(queryIn(records), kept, async () => {
      const roleId = await idOf(records, role);
      if (roleId === undefined) return false;
      const where = { roleId, ...from };
      await endIssuedBy(queryIn(records), where, by);
      if ((await records.roleAssignment.deleteMany({ where })).count === 0) return false;

      await recordAudit(records, { type: "role_revoked", ...by, ...about(role, from) });
      return true;
    }),
  );
}

async function idOf({ role }: Records, { resource, name }: RoleName): Promise<string | undefined> {
  return (await role.findUnique({ where: { resource_name: { resource, name } }, select: { id: true } }))?.id;
}

const about = ({ resource, name }: RoleName, holder: Holder) =>
  "userId" in holder
    ? { userId: holder.userId, detail: { resource, name } }
    : { detail: { resource, name, group: holder.groupId } };
