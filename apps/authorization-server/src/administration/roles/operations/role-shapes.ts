/** Roles as the administration API shows them, and how paths and commands name them. */
import { z } from "zod";
import type { Dependencies } from "../../../dependencies.ts";
import type { Given, Names } from "../../api/command.ts";
import type { Request } from "../../api/operation.ts";
import { notFound, Problem } from "../../api/problem.ts";
import { STANDING_ROLES } from "../../api/scopes.ts";
import { isId } from "../../api/shapes.ts";
import { shownShape } from "../../entity-shapes.ts";
import { shownOf } from "../../entity-values.ts";
import { type Role, roleFields } from "../entity.ts";
import { findRole } from "../store.ts";

export const role = shownShape(roleFields).extend({
  is_of_service: z.boolean().meta({ description: "whether every deployment has it" }),
});
export const roles = z.strictObject({ items: z.array(role) });

type Here = Pick<Request<unknown, unknown>, "resource">;

/** Whether every deployment has the role. @param here the administration API, whose standing roles those are */
export const isOfService = ({ resource, name }: Role, here: Here): boolean =>
  resource === here.resource && Object.hasOwn(STANDING_ROLES, name);

export const shownRole = (held: Role, here: Here) => ({
  ...shownOf(roleFields, held),
  is_of_service: isOfService(held, here),
});

export type Params = Readonly<Record<string, string>>;

export async function roleIn({ role: id }: Params, { database }: Pick<Dependencies, "database">): Promise<Role> {
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
export async function organizationRoleIn(params: Params, deps: Pick<Dependencies, "database">): Promise<Role> {
  const role = await roleIn(params, deps);
  if (!role.inOrganizations) throw notFound("role");
  return role;
}
