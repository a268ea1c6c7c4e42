/** Acts on roles, for every kind of actor. Each act and its audit row are one transaction. */
import { randomUUID } from "node:crypto";
import { inStatements, type Statements } from "../../platform/records/records.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { type AssertMeantFor, forAny, locked } from "../../platform/stores/locked.ts";
import { lockPerson } from "../../platform/stores/person/person-lock.ts";
import type { Query } from "../../platform/stores/transaction.ts";
import { malformed, missing, unlessTaken } from "../refused.ts";
import { endIssuedBy } from "./changed-roles.ts";
import type { NewRole, Role } from "./entity.ts";
import { keeping, type RoleName } from "./kept-role.ts";
import { columnsOf, type Holder, lockRole } from "./store.ts";

/** The changes of a role. Undefined members stay. */
export type RoleChange = RoleName & {
  readonly [Name in Exclude<keyof NewRole, keyof RoleName>]?: NewRole[Name] | undefined;
};

const ROLE = "role";
const nameOf = ({ resource, name }: RoleName) => `${name} at ${resource}`;

/**
 * Creates a role that gives scopes of a resource server, and returns its id. It is refused if there is no such resource
 * server, if that does not define one of the scopes, or if it has a role of this name.
 */
export const addRole = (
  database: Statements,
  { resource, name, scopes, inOrganizations = false, revokeOnChange = false }: NewRole,
  by: By,
): Promise<string> =>
  unlessTaken({ what: ROLE, why: "the resource server has a role of this name" }, () =>
    inStatements(database, async (query) => {
      const [found] = await query("SELECT scopes FROM resource_server WHERE identifier = $1", [resource]);
      if (found === undefined) throw malformed(ROLE, "resource", "is no resource server");
      assertDefined(scopes, found.scopes as readonly string[]);
      const id = randomUUID();
      await query(INSERT, [id, resource, name, scopes, inOrganizations, revokeOnChange, by.at]);
      const detail = { resource, name, scopes, inOrganizations, revokeOnChange };
      await recordAudit(query, { type: "role_added", ...by, detail });
      return id;
    }),
  );

/**
 * Changes a role: its scopes count from the next tokens of its people. One that may no longer be given in
 * organizations is taken from every member and group there. It is refused if there is no such role, or if its resource
 * server does not define one of the scopes. Throws what `assertMeantFor` throws for the role as it is, whose row is
 * locked.
 */
export function changeRole(
  database: Statements,
  { resource, name, scopes: asked, ...settings }: RoleChange,
  by: By,
  assertMeantFor: AssertMeantFor<Role> = forAny,
): Promise<void> {
  return inStatements(database, async (query) => {
    const held = await lockRole(query, { resource, name });
    if (held === undefined) throw missing(ROLE, nameOf({ resource, name }));
    assertMeantFor(locked(held));
    const [server] = await query("SELECT scopes FROM resource_server WHERE identifier = $1", [resource]);
    const scopes = asked ?? held.scopes;
    assertDefined(scopes, server?.scopes as readonly string[]);

    await endIssuedBy(query, { roleId: held.id }, by);
    const { inOrganizations = held.inOrganizations, revokeOnChange = held.revokeOnChange } = settings;
    await query(UPDATE, [held.id, scopes, inOrganizations, revokeOnChange]);
    if (settings.inOrganizations === false) {
      await query("DELETE FROM organization_role WHERE role_id = $1", [held.id]);
    }
    const given = Object.entries(settings).filter(([, value]) => value !== undefined);
    const before = Object.fromEntries(given.map(([setting]) => [setting, held[setting as keyof Role]]));
    const detail = { resource, name, scopes, ...Object.fromEntries(given), before: { scopes: held.scopes, ...before } };
    await recordAudit(query, { type: "role_changed", ...by, detail });
  });
}

/** A role gives scopes that its resource server defines. */
function assertDefined(scopes: readonly string[], defined: readonly string[]): void {
  if (scopes.every((scope) => defined.includes(scope))) return;
  throw malformed(ROLE, "scopes", "has a scope that the resource server does not define");
}

/**
 * Deletes a role: the next tokens of its people lack its scopes. Returns false if there is no such role.
 *
 * @param kept a role that may not lose its last person; the act is refused otherwise
 */
export function removeRole(
  database: Statements,
  { resource, name }: RoleName,
  by: By,
  kept: RoleName | undefined,
): Promise<boolean> {
  return inStatements(database, (query) =>
    keeping(query, kept, async () => {
      const roleId = await idOf(query, { resource, name }, "FOR UPDATE");
      if (roleId === undefined) return false;
      await endIssuedBy(query, { roleId }, by);
      await query("DELETE FROM role WHERE id = $1", [roleId]);
      await recordAudit(query, { type: "role_removed", ...by, detail: { resource, name } });
      return true;
    }),
  );
}

/**
 * Gives a role to a person or a group. It counts from their next token. Returns false if they have it already. It is
 * refused if there is no such role.
 */
export function assignRole(database: Statements, role: RoleName, to: Holder, by: By): Promise<boolean> {
  return inStatements(database, async (query) => {
    const roleId = await idOf(query, role, "FOR KEY SHARE");
    if (roleId === undefined) throw missing(ROLE, nameOf(role));
    if ("userId" in to) await lockPerson(query, to.userId);
    const given = await query(ASSIGN, [randomUUID(), roleId, ...columnsOf(to), by.at]);
    if (given.length === 0) return false;
    await endIssuedBy(query, { roleId, ...to }, by);
    await recordAudit(query, { type: "role_assigned", ...by, ...about(role, to) });
    return true;
  });
}

/**
 * Takes a role from a person or a group. It counts from their next token. Returns false if they did not have it.
 *
 * @param kept a role that may not lose its last person; the act is refused otherwise
 */
export function revokeRole(
  database: Statements,
  role: RoleName,
  from: Holder,
  by: By,
  kept: RoleName | undefined,
): Promise<boolean> {
  return inStatements(database, (query) =>
    keeping(query, kept, async () => {
      const roleId = await idOf(query, role);
      if (roleId === undefined) return false;
      await endIssuedBy(query, { roleId, ...from }, by);
      if ((await query(REVOKE, [roleId, ...columnsOf(from)])).length === 0) return false;
      await recordAudit(query, { type: "role_revoked", ...by, ...about(role, from) });
      return true;
    }),
  );
}

/** @param lock how long its row is kept as it is */
async function idOf(query: Query, { resource, name }: RoleName, lock: "" | "FOR UPDATE" | "FOR KEY SHARE" = "") {
  const [row] = await query(`SELECT id FROM role WHERE resource = $1 AND name = $2 ${lock}`, [resource, name]);
  return row === undefined ? undefined : String(row.id);
}

const about = ({ resource, name }: RoleName, holder: Holder) =>
  "userId" in holder
    ? { userId: holder.userId, detail: { resource, name } }
    : { detail: { resource, name, group: holder.groupId } };

const INSERT = `
  INSERT INTO role (id, resource, name, scopes, in_organizations, revoke_on_change, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

const UPDATE = "UPDATE role SET scopes = $2, in_organizations = $3, revoke_on_change = $4 WHERE id = $1";

const ASSIGN = `
  INSERT INTO role_assignment (id, role_id, user_id, group_id, created_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT DO NOTHING RETURNING id`;

const REVOKE = `
  DELETE FROM role_assignment
   WHERE role_id = $1 AND (user_id = $2::uuid OR group_id = $3::uuid) RETURNING id`;
