import { Command } from "commander";
import { changeRole } from "../../administration/roles.ts";
import { resourceShape } from "../../configuration/resource-shape.ts";
import { findRoleNamed } from "../../records/roles.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { validate } from "../input.ts";
import { refusal } from "../refusal.ts";
import { properties, type Report, reporting } from "../report.ts";
import { assertNotStanding } from "./standing.ts";

interface RoleOptions {
  readonly scope?: string;
  readonly inOrganizations?: boolean;
  readonly revokeOnChange?: boolean;
}

/** `roles change`: changes what is given of a role, and leaves the rest. */
export function changeRoleCommand(context: Context): Command {
  const command = new Command("change")
    .description("change what a role gives; it counts from the next tokens of those who have it")
    .argument("<resource>", "as `resources list` shows it")
    .argument("<name>", "as `roles list` shows it")
    .option("--scope <scopes>", "all the scopes that it gives, separated by spaces")
    .option("--in-organizations", "let it be given in organizations too")
    .option("--no-in-organizations", "take it from everybody in organizations")
    .option("--revoke-on-change", "end what was issued to people when they get or lose it")
    .option("--no-revoke-on-change", "let what was issued to people last as long as it does");

  return reporting(command, context, async (resource: string, name: string, options: RoleOptions): Promise<Report> => {
    const { scope, inOrganizations, revokeOnChange } = options;
    if (Object.keys(options).every((option) => option === "json")) throw refusal("nothing to change is given");
    const given = scope === undefined ? undefined : validate(resourceShape.shape.scopes, scope, "--scope");

    await assertNotStanding({ resource, name }, context);
    const record = await withDatabase(context, async (database) => {
      const found = await findRoleNamed(database, { resource, name });
      if (found === undefined) throw refusal(`there is no role ${name} at ${resource}`);
      const role = { resource, name, scopes: given, inOrganizations, revokeOnChange };
      const result = await changeRole(database, role, byOperator(context));
      if (result !== "changed") throw refusal("the resource server does not define one of the scopes");
      const changed = (await findRoleNamed(database, { resource, name })) ?? found;
      return {
        ...{ resource, name, scope: changed.scopes.join(" ") },
        ...{ in_organizations: changed.inOrganizations, revoke_on_change: changed.revokeOnChange },
      };
    });
    return { json: record, text: properties(record) };
  });
}
