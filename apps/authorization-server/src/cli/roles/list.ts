import { Command } from "commander";
import { listRoles } from "../../administration/roles/store.ts";
import type { Context } from "../command/context.ts";
import { onDatabase } from "../command/on-database.ts";
import { table } from "../command/report.ts";

/** `roles list`: lists each role with the people and groups that it was given to. */
export function listRolesCommand(context: Context): Command {
  const command = new Command("list").description("list roles, with the users and groups that have them");
  return onDatabase(command, context, async ({ database }) => {
    const roles = await listRoles(database);
    const records = roles.map(({ inOrganizations, ...role }) => ({ ...role, in_organizations: inOrganizations }));
    const rows = records.map(({ scopes, people, groups, in_organizations, ...role }) => ({
      ...role,
      scopes: scopes.join(" "),
      organizations: in_organizations ? "yes" : "",
      people: people.join(" "),
      groups: groups.join(", "),
    }));
    return { json: records, text: table(rows, "No roles yet.") };
  });
}
