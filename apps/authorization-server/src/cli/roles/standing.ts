import { STANDING_ROLES } from "../../admin-api/scopes.ts";
import type { RoleName } from "../../administration/kept-role.ts";
import type { Context } from "../context.ts";
import { administrationIn } from "../owners.ts";
import { refusal } from "../refusal.ts";

/** Refuses a change of a role that every deployment has: each start of the service would make it again. */
export async function assertNotStanding({ resource, name }: RoleName, context: Context): Promise<void> {
  if (!Object.hasOwn(STANDING_ROLES, name) || resource !== (await administrationIn(context))) return;
  throw refusal(`every deployment has the role ${name} of the administration API: it stays as it is`);
}
