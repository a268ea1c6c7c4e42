/** Roles in a configuration file. */
import { z } from "zod";
import { KEPT_AS_A_WHOLE } from "../roles/kept-role.ts";
import { addRole, changeRole, removeRole } from "../roles/roles.ts";
import { assertDone, defineKind } from "./kind.ts";
import { resourceServers } from "./resource-servers.ts";
import { resourceShape } from "./resource-shape.ts";
import { scopeNames, sorted } from "./shapes.ts";

const { identifier, name } = resourceShape.shape;

export const roleName = {
  resource: identifier.describe("the identifier of the resource server"),
  name: name.describe("the name of the role"),
};

const shape = z.strictObject({
  ...roleName,
  scopes: scopeNames.refine((scopes) => scopes.length > 0, "is empty").describe("the scopes that it gives"),
  in_organizations: z.boolean().default(false).describe("whether it may be given in organizations"),
  revoke_on_change: z
    .boolean()
    .default(false)
    .describe("whether a change of it, or of who has it, ends what was issued to the people concerned"),
});

type RoleEntry = z.output<typeof shape>;

export const roleKey = ({ resource, name: role }: { readonly resource: string; readonly name: string }) =>
  `${role} at ${resource}`;

const settingsOf = ({ in_organizations, revoke_on_change, ...role }: RoleEntry) => ({
  ...role,
  inOrganizations: in_organizations,
  revokeOnChange: revoke_on_change,
});

export const roles = defineKind<RoleEntry>({
  section: "roles",
  noun: "role",
  shape,
  keyOf: roleKey,
  references: ({ resource, scopes }) => [
    { section: resourceServers.section, key: resource, path: ["resource"], scopes },
  ],

  // Otherwise a file could define a role of administration that allows more than who applies it may do.
  check: ({ resource }, { administration }) =>
    resource === administration
      ? [{ path: ["resource"], message: "is the administration API, whose roles a file names and does not declare" }]
      : [],

  async held({ role }, { administration }) {
    const rows = await role.findMany({ orderBy: [{ resource: "asc" }, { name: "asc" }] });
    return rows.map((row) => ({
      entry: {
        resource: row.resource,
        name: row.name,
        scopes: sorted(row.scopes),
        in_organizations: row.inOrganizations,
        revoke_on_change: row.revokeOnChange,
      },
      managedBy: row.managedBy,
      isOfService: row.resource === administration,
    }));
  },

  async create(database, entry, by) {
    assertDone(
      (await addRole(database, settingsOf(entry), by)) === "added",
      `the role ${roleKey(entry)} cannot be added`,
    );
  },

  async change(database, { after }, by) {
    assertDone(
      (await changeRole(database, settingsOf(after), by)) === "changed",
      `the role ${roleKey(after)} cannot be changed`,
    );
  },

  async remove(database, entry, by) {
    assertDone(await removeRole(database, entry, by, KEPT_AS_A_WHOLE), `there is no role ${roleKey(entry)}`);
  },

  mark: ({ role }, { resource, name: named }, managedBy) =>
    role.updateMany({ where: { resource, name: named }, data: { managedBy } }),
});
