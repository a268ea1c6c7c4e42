import { Command } from "commander";
import { assignRole, type Holder, revokeRole } from "../../administration/roles.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { groupNamed } from "../groups/group.ts";
import { ownersIn } from "../owners.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting } from "../report.ts";
import { accountNamed } from "../users/account.ts";
import { roleWords } from "./role-words.ts";

interface HolderOptions {
  readonly user?: string;
  readonly group?: string;
}

/** `roles assign`: gives a role to a person or a group. */
export function assignRoleCommand(context: Context): Command {
  const command = roleOf(
    new Command("assign").description("give a role to a person or a group, from the next token on"),
  );

  return reporting(
    command,
    context,
    async (resource: string, name: string, options: HolderOptions): Promise<Report> => {
      const who = options.user ?? options.group;
      const result = await withDatabase(context, async (database) =>
        assignRole(database, { resource, name }, await holderOf(database, options), byOperator(context)),
      );
      if (result === "no_role") throw refusal(`there is no role ${name} at ${resource}`);
      const words = roleWords(who, { resource, name });
      if (result === "has_it") throw refusal(words.hadBefore);
      return { json: { resource, name, ...options, assigned: true }, text: words.given };
    },
  );
}

/** `roles revoke`: takes a role from a person or a group. */
export function revokeRoleCommand(context: Context): Command {
  const command = roleOf(
    new Command("revoke").description("take a role from a person or a group, from the next token on"),
  );

  return reporting(
    command,
    context,
    async (resource: string, name: string, options: HolderOptions): Promise<Report> => {
      const who = options.user ?? options.group;
      const revoked = await withDatabase(context, async (database) =>
        revokeRole(
          database,
          { resource, name },
          await holderOf(database, options),
          byOperator(context),
          await ownersIn(context),
        ),
      );
      const words = roleWords(who, { resource, name });
      if (!revoked) throw refusal(words.missing);
      return { json: { resource, name, ...options, revoked }, text: words.taken };
    },
  );
}

const roleOf = (command: Command): Command =>
  command
    .argument("<resource>", "as `resources list` shows it")
    .argument("<name>", "as `roles list` shows it")
    .option("--user <username>", "the person")
    .option("--group <name>", "the group");

async function holderOf(database: Parameters<typeof accountNamed>[0], { user, group }: HolderOptions): Promise<Holder> {
  if (user !== undefined && group === undefined) return { userId: (await accountNamed(database, user)).id };
  if (group !== undefined && user === undefined) return { groupId: (await groupNamed(database, group)).id };
  throw refusal("name a person or a group");
}
