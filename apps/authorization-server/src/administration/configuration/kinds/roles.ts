/** Roles in a configuration file. */
import { displayName } from "@countersign/rules";
import { z } from "zod";
import { sqlIn } from "../../../platform/records/records.ts";
import { declaredOf, takenFrom } from "../../entity-values.ts";
import { resourceIdentifier, scopeNames, sorted } from "../../resource-servers/entity.ts";
import { type NewRole, roleFields } from "../../roles/entity.ts";
import { KEPT_AS_A_WHOLE } from "../../roles/kept-role.ts";
import { addRole, changeRole, removeRole } from "../../roles/roles.ts";
import { everyRole, markRole } from "../../roles/store.ts";
import { assertDone, defineKind } from "./kind.ts";
import { resourceServers } from "./resource-servers.ts";

export const roleName = {
  resource: resourceIdentifier.describe("the identifier of the resource server"),
  name: displayName.describe("the name of the role"),
};

const shape = z.strictObject({
  ...roleName,
  scopes: scopeNames.refine((scopes) => scopes.length > 0, "is empty").describe("the scopes that it gives"),
  in_organizations: z.boolean().default(false).describe("whether it may be assigned in organizations"),
  revoke_on_change: z
    .boolean()
    .default(false)
    .describe("whether a change of it, or of the users who have it, ends what was issued to them"),
});

type RoleEntry = z.output<typeof shape>;

export const roleKey = ({ resource, name: role }: { readonly resource: string; readonly name: string }) =>
  `${role} at ${resource}`;

const settingsOf = (entry: RoleEntry) => takenFrom(roleFields, entry) as NewRole;

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

  held: async (records, { administration }) =>
    (await everyRole(sqlIn(records))).map((row) => ({
      entry: { ...(declaredOf(roleFields, row) as RoleEntry), scopes: sorted(row.scopes) },
      managedBy: row.managedBy,
      isOfService: row.resource === administration,
    })),

  create: async (database, entry, by) => {
    await addRole(database, settingsOf(entry), by);
  },

  change: (database, { after }, by) => changeRole(database, settingsOf(after), by),

  async remove(database, entry, by) {
    assertDone(await removeRole(database, entry, by, KEPT_AS_A_WHOLE), `there is no role ${roleKey(entry)}`);
  },

  mark: (records, entry, owner) => markRole(sqlIn(records), entry, owner),
});
