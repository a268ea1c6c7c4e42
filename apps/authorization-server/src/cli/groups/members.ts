import { Command } from "commander";
import { addGroupMember, removeGroupMember } from "../../administration/groups.ts";
import { addOrganizationGroupMember } from "../../administration/organization-groups.ts";
import { listGroupMembers } from "../../records/groups.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { ownersIn } from "../owners.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting, table } from "../report.ts";
import { accountNamed } from "../users/account.ts";
import { type GroupOptions, groupNamed, ofOrganization, organizationIdOf } from "./group.ts";

/** `groups members`: who is in a group. */
export function membersCommands(context: Context): Command {
  return new Command("members")
    .description("the members of a group")
    .addCommand(addCommand(context))
    .addCommand(listCommand(context))
    .addCommand(removeCommand(context));
}

function addCommand(context: Context): Command {
  const command = named("add", "add a person to a group");
  const add = async (group: string, username: string, options: GroupOptions): Promise<Report> => {
    const added = await withDatabase(context, async (database) => {
      const member = await membership(database, { group, username }, options);
      const organizationId = await organizationIdOf(database, options);
      const by = byOperator(context);
      return organizationId === undefined
        ? addGroupMember(database, member, by)
        : addOrganizationGroupMember(database, { ...member, organizationId }, by);
    });
    if (added) return { json: { group, username, added }, text: `${username} is a member of ${group} now.` };
    throw refusal(
      options.organization === undefined
        ? `${username} is a member of ${group} already`
        : `${username} is a member of ${group} already, or no member of ${options.organization}`,
    );
  };
  return reporting(command, context, add);
}

function removeCommand(context: Context): Command {
  const command = named("remove", "remove a person from a group");
  const remove = async (group: string, username: string, options: GroupOptions): Promise<Report> => {
    const removed = await withDatabase(context, async (database) => {
      const member = await membership(database, { group, username }, options);
      return removeGroupMember(database, member, byOperator(context), await ownersIn(context));
    });
    if (!removed) throw refusal(`${username} is not a member of ${group}`);
    return { json: { group, username, removed }, text: `${username} is not a member of ${group} any more.` };
  };
  return reporting(command, context, remove);
}

function listCommand(context: Context): Command {
  const command = new Command("list").description("list the members of a group").argument("<group>", GROUP);
  return reporting(ofOrganization(command), context, async (group: string, options: GroupOptions): Promise<Report> => {
    const members = await withDatabase(context, async (database) =>
      listGroupMembers(database, (await groupNamed(database, group, options)).id),
    );
    const rows = members.map((username) => ({ username }));
    return { json: rows, text: table(rows, "The group has no members.") };
  });
}

const GROUP = "as `groups list` shows it";

const named = (name: string, description: string) =>
  ofOrganization(
    new Command(name)
      .description(description)
      .argument("<group>", GROUP)
      .argument("<username>", "as `users list` shows it"),
  );

async function membership(
  database: Parameters<typeof accountNamed>[0],
  { group, username }: { readonly group: string; readonly username: string },
  options: GroupOptions,
) {
  const { id: groupId } = await groupNamed(database, group, options);
  return { groupId, userId: (await accountNamed(database, username)).id };
}
