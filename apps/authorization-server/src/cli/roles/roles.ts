import { Command } from "commander";
import { removeRole } from "../../administration/roles.ts";
import { listRoles } from "../../records/roles.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { ownersIn } from "../owners.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting, table } from "../report.ts";
import { addRoleCommand } from "./add.ts";
import { assignRoleCommand, revokeRoleCommand } from "./assign.ts";
import { changeRoleCommand } from "./change.ts";
import { assertNotStanding } from "./standing.ts";

/** `roles`: the roles that give people scopes of resource servers. */
export function rolesCommands(context: Context): Command {
  return new Command("roles")
    .description("roles of people and groups at resource servers")
    .addCommand(addRoleCommand(context))
    .addCommand(changeRoleCommand(context))
    .addCommand(listCommand(context))
    .addCommand(removeCommand(context))
    .addCommand(assignRoleCommand(context))
    .addCommand(revokeRoleCommand(context));
}

function listCommand(context: Context): Command {
  return reporting(
    new Command("list").description("list roles and who has them"),
    context,
    async (): Promise<Report> => {
      const roles = await withDatabase(context, listRoles);

      const records = roles.map(({ scopes, inOrganizations, ...role }) => ({
        ...role,
        scope: scopes.join(" "),
        in_organizations: inOrganizations,
      }));
      const rows = records.map(({ people, groups, in_organizations, ...role }) => ({
        ...role,
        organizations: in_organizations ? "yes" : "",
        people: people.join(" "),
        groups: groups.join(", "),
      }));
      return { json: records, text: table(rows, "There is no role yet.") };
    },
  );
}

function removeCommand(context: Context): Command {
  const command = new Command("remove")
    .description("remove a role; the next tokens of those who have it lack its scopes")
    .argument("<resource>", "as `resources list` shows it")
    .argument("<name>", "as `roles list` shows it");

  return reporting(command, context, async (resource: string, name: string): Promise<Report> => {
    const role = { resource, name };
    await assertNotStanding(role, context);
    const removed = await withDatabase(context, async (database) =>
      removeRole(database, role, byOperator(context), await ownersIn(context)),
    );
    if (!removed) throw refusal(`there is no role ${name} at ${resource}`);
    return { json: { ...role, removed }, text: `The role ${name} is removed.` };
  });
}
