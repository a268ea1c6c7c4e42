import type { Database } from "@countersign/database";
import { Command } from "commander";
import { administrationResource } from "../../administration/api/environment.ts";
import { STANDING_ROLES } from "../../administration/api/scopes.ts";
import { ensureAdministrationResource } from "../../administration/api/standing/resource.ts";
import { assignRole, revokeRole } from "../../administration/roles/roles.ts";
import { listRoles } from "../../administration/roles/store.ts";
import { resourceServerStore } from "../../platform/stores/client/resource-servers.ts";
import { roleStore } from "../../platform/stores/person/roles.ts";
import { byOperator, type Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { ownersIn } from "../command/owners.ts";
import { refusal } from "../command/refusal.ts";
import { type Report, reporting, table } from "../command/report.ts";
import { administratorEnvironment, readVariables } from "../config.ts";
import { accountNamed } from "../users/account.ts";

interface RoleOption {
  readonly role: string;
}

/** What is said of a role that is given or taken. Each sentence names the API where the command acted. */
const roleWords = (who: string, { resource, name }: { resource: string; name: string }) => ({
  given: `${who} has the role ${name} at ${resource} now.`,
  hadBefore: `${who} has the role ${name} at ${resource} already`,
  taken: `${who} does not have the role ${name} at ${resource} any more.`,
  missing: `${who} does not have the role ${name} at ${resource}`,
});

/** `administrators add`: also the way back if no owner is left. */
export function addAdministrator(context: Context): Command {
  const command = withRole(
    new Command("add").description("assign a user a role at the administration API, by default that of an owner"),
  );
  return reporting(command, context, async (username: string, options: RoleOption): Promise<Report> => {
    const role = await roleIn(options, context);
    const isAssigned = await withDatabase(context, async (database) => {
      await ensureRoles(database, context);
      const { id: userId } = await accountNamed(database, username);
      return assignRole(database, role, { userId }, byOperator(context));
    });
    const words = roleWords(username, role);
    if (!isAssigned) throw refusal(words.hadBefore);
    return { json: { username, ...role, assigned: true }, text: words.given };
  });
}

/** `administrators remove`. The last owner stays: another one comes first. */
export function removeAdministrator(context: Context): Command {
  const command = withRole(new Command("remove").description("remove a role at the administration API from a user"));
  return reporting(command, context, async (username: string, options: RoleOption): Promise<Report> => {
    const role = await roleIn(options, context);
    const removed = await withDatabase(context, async (database) => {
      const { id: userId } = await accountNamed(database, username);
      return revokeRole(database, role, { userId }, byOperator(context), await ownersIn(context));
    });
    const words = roleWords(username, role);
    if (!removed) throw refusal(words.missing);
    return { json: { username, ...role, removed }, text: words.taken };
  });
}

/** `administrators list`: lists the roles at the administration API with the people who have them. */
export function listAdministrators(context: Context): Command {
  const command = new Command("list").description(
    "list the roles at the administration API, with the users who have them",
  );
  return reporting(command, context, async (): Promise<Report> => {
    const resource = await resourceOf(context);
    const roles = (await withDatabase(context, listRoles)).filter((role) => role.resource === resource);
    const json = roles.map(({ name, people, groups }) => ({ role: name, people, groups }));
    const rows = json.map(({ role, people, groups }) => ({
      role,
      people: people.join(" "),
      groups: groups.join(", "),
    }));
    return { json, text: `At ${resource}:\n${table(rows, "No administrators yet.")}` };
  });
}

const withRole = (command: Command): Command =>
  command.argument("<username>", "the user").option("--role <name>", Object.keys(STANDING_ROLES).join(", "), "owner");

export async function roleIn({ role: name }: RoleOption, context: Context) {
  if (!Object.hasOwn(STANDING_ROLES, name)) throw refusal(`there is no role ${name} at the administration API`);
  return { resource: await resourceOf(context), name };
}

async function resourceOf({ environment }: Context): Promise<string> {
  const resource = administrationResource(await readVariables(administratorEnvironment, environment));
  if (resource === undefined) throw refusal("the administration API is off: set ADMIN_URL as the service has it");
  return resource;
}

/** The service makes the roles when it starts. The first administrator may come before. */
export async function ensureRoles(database: Database, context: Context): Promise<void> {
  const settings = await readVariables(administratorEnvironment, context.environment);
  const stores = { resources: resourceServerStore(database), roles: roleStore(database) };
  await ensureAdministrationResource(stores, settings, context.now());
}
