import { Command } from "commander";
import { addRole } from "../../administration/roles.ts";
import { resourceShape } from "../../configuration/resource-shape.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { validate } from "../input.ts";
import { refusal } from "../refusal.ts";
import { properties, type Report, reporting } from "../report.ts";

const roleShape = resourceShape.pick({ name: true, scopes: true });

const REFUSALS = {
  exists: "the resource server has a role of this name",
  no_resource: "there is no such resource server",
  undefined_scope: "the resource server does not define one of the scopes",
} as const;

interface RoleOptions {
  readonly scope: string;
  readonly inOrganizations?: true;
  readonly revokeOnChange?: true;
}

/** `roles add`: creates a role. */
export function addRoleCommand(context: Context): Command {
  const command = new Command("add")
    .description("add a role that gives scopes of a resource server to those who have it")
    .argument("<resource>", "as `resources list` shows it")
    .argument("<name>", "the name of the role")
    .requiredOption("--scope <scopes>", "the scopes that it gives, separated by spaces")
    .option("--in-organizations", "let it be given in organizations too")
    .option("--revoke-on-change", "end what was issued to people when they get or lose it");

  return reporting(command, context, async (resource: string, given: string, options: RoleOptions) => {
    const { name, scopes } = validate(roleShape, { name: given, scopes: options.scope }, "the role", {
      name: "<name>",
      scopes: "--scope",
    });

    const inOrganizations = options.inOrganizations === true;
    const role = { resource, name, scopes, inOrganizations, revokeOnChange: options.revokeOnChange === true };
    const result = await withDatabase(context, (database) => addRole(database, role, byOperator(context)));
    if (result !== "added") throw refusal(REFUSALS[result]);
    const record = { resource, name, scope: scopes.join(" "), in_organizations: inOrganizations };
    return { json: record, text: properties(record) } satisfies Report;
  });
}
