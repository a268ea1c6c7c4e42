/** Roles as the administration API shows them. */
import { z } from "zod";
import type { Dependencies } from "../../dependencies.ts";
import { findRole, type RoleSummary } from "../../records/roles.ts";
import { managedBy } from "../managed.ts";
import { notFound } from "../problem.ts";
import { isId } from "../shapes.ts";

export const role = z.strictObject({
  id: z.uuid(),
  resource: z.string().meta({ description: "the identifier of the resource server" }),
  name: z.string(),
  scopes: z.array(z.string()),
  in_organizations: z.boolean().meta({ description: "whether it may be given in organizations" }),
  revoke_on_change: z.boolean().meta({ description: "whether a change ends what was issued to the people concerned" }),
  managed_by: managedBy,
});
export const roles = z.strictObject({ items: z.array(role) });

export const shownRole = ({
  id,
  resource,
  name,
  scopes,
  inOrganizations,
  revokeOnChange,
  managedBy: managed_by,
}: RoleSummary) => ({
  id,
  resource,
  name,
  scopes: [...scopes],
  in_organizations: inOrganizations,
  revoke_on_change: revokeOnChange,
  managed_by,
});

export type Params = Readonly<Record<string, string>>;

export async function roleIn({ role: id }: Params, { database }: Pick<Dependencies, "database">): Promise<RoleSummary> {
  const found = isId(id) ? await findRole(database, id) : undefined;
  if (found === undefined) throw notFound("role");
  return found;
}
