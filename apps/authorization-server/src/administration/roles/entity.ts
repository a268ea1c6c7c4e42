/** Roles: what they give at a resource server, and where they may be given. */
import { displayName } from "@countersign/rules";
import { z } from "zod";
import { fixed, managedBy, type NewOf, type RecordOf, read, written } from "../entity.ts";
import type { Shown } from "../entity-declaration.ts";

export const roleFields = {
  id: read(z.uuid()),
  resource: fixed(z.string().max(2000).meta({ description: "the identifier of the resource server" })),
  resource_name: read(z.string().meta({ description: "the name of the resource server" }), {
    expression: "(SELECT s.name FROM resource_server s WHERE s.identifier = role.resource)",
  }),
  name: fixed(displayName),
  scopes: written(z.array(z.string().max(200)).min(1).max(100).meta({ description: "the scopes that it gives" })),
  in_organizations: written(
    z.boolean().meta({ description: "whether it may be assigned in organizations" }).default(false),
  ),
  revoke_on_change: written(
    z.boolean().meta({ description: "whether a change ends what was issued to the users concerned" }).default(false),
  ),
  managed_by: managedBy,
} as const;

/** Roles as the console shows them. */
export const shownRoles: Shown = {
  ...{ one: "role", many: "roles", access: { read: "roles:read", write: "roles:write" } },
  ...{ fields: roleFields, key: "name", listed: ["name", "resource_name", "scopes", "in_organizations", "managed_by"] },
  sought: ["resource", "resource_name"],
};

export type Role = RecordOf<typeof roleFields>;
type Whole = NewOf<typeof roleFields>;

/** A new one; what is left out is as usual. */
export type NewRole = Pick<Whole, "resource" | "name" | "scopes"> &
  Partial<Pick<Whole, "inOrganizations" | "revokeOnChange">>;
