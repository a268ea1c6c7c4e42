/** Roles as the administration API shows them. */
import { z } from "zod";
import type { Dependencies } from "../../../dependencies.ts";
import { findRole, type RoleSummary } from "../../../platform/records/roles.ts";
import type { Given, Names } from "../../api/command.ts";
import { managedBy } from "../../api/managed.ts";
import type { Request } from "../../api/operation.ts";
import { notFound, Problem } from "../../api/problem.ts";
import { STANDING_ROLES } from "../../api/scopes.ts";
import { isId } from "../../api/shapes.ts";

export const role = z.strictObject({
  id: z.uuid(),
  resource: z.string().meta({ description: "the identifier of the resource server" }),
  name: z.string(),
  scopes: z.array(z.string()),
  in_organizations: z.boolean().meta({ description: "whether it may be given in organizations" }),
  revoke_on_change: z.boolean().meta({ description: "whether a change ends what was issued to the people concerned" }),
  managed_by: managedBy,
  is_of_service: z.boolean().meta({ description: "whether every deployment has it" }),
});
export const roles = z.strictObject({ items: z.array(role) });

export const scopesOfRole = z
  .array(z.string().max(200))
  .min(1)
  .max(100)
  .meta({ description: "the scopes that it gives" });

export const wrongMember = (pointer: string, detail: string) =>
  new Problem("invalid-request", undefined, { errors: [{ pointer, detail }] });

export const undefinedScope = () => wrongMember("#/scopes", "has a scope that the resource server does not define");

/** @param who the caller, at the administration API whose standing roles every deployment has */
export const shownRole = (
  { id, resource, name, scopes, inOrganizations, revokeOnChange, managedBy: managed_by }: RoleSummary,
  who: Pick<Request<unknown, unknown>, "resource">,
): z.output<typeof role> => ({
  id,
  resource,
  name,
  scopes: [...scopes],
  in_organizations: inOrganizations,
  revoke_on_change: revokeOnChange,
  managed_by,
  is_of_service: resource === who.resource && Object.hasOwn(STANDING_ROLES, name),
});

export type Params = Readonly<Record<string, string>>;

export async function roleIn({ role: id }: Params, { database }: Pick<Dependencies, "database">): Promise<RoleSummary> {
  const found = isId(id) ? await findRole(database, id) : undefined;
  if (found === undefined) throw notFound("role");
  return found;
}

/** For commands: the id of the role that they name by its resource server and its name. */
export async function roleNamed({ resource, name, ...given }: Given, names: Names): Promise<Given> {
  const role = await names.idOf("listRoles", { resource, name });
  if (role === undefined) throw new Problem("not-found", `there is no role ${name} at ${resource}`);
  return { ...given, role };
}

/** The role in the path, which may be given in organizations. Of the others an organization knows nothing. */
export async function organizationRoleIn(params: Params, deps: Pick<Dependencies, "database">) {
  const role = await roleIn(params, deps);
  if (!role.inOrganizations) throw notFound("role");
  return role;
}
