import { Command } from "commander";
import { addGroupMember, removeGroupMember } from "../../administration/groups.ts";
import { listGroupMembers } from "../../records/groups.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting, table } from "../report.ts";
import { accountNamed } from "../users/account.ts";
import { groupNamed } from "./group.ts";

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
  return reporting(command, context, async (group: string, username: string): Promise<Report> => {
    const added = await withDatabase(context, async (database) =>
      addGroupMember(database, await membership(database, group, username), byOperator(context)),
    );
    if (!added) throw refusal(`${username} is a member of ${group} already`);
    return { json: { group, username, added }, text: `${username} is a member of ${group} now.` };
  });
}

function removeCommand(context: Context): Command {
  const command = named("remove", "remove a person from a group");
  return reporting(command, context, async (group: string, username: string): Promise<Report> => {
    const removed = await withDatabase(context, async (database) =>
      removeGroupMember(database, await membership(database, group, username), byOperator(context)),
    );
    if (!removed) throw refusal(`${username} is not a member of ${group}`);
    return { json: { group, username, removed }, text: `${username} is not a member of ${group} any more.` };
  });
}

function listCommand(context: Context): Command {
  const command = new Command("list").description("list the members of a group").argument("<group>", GROUP);
  return reporting(command, context, async (group: string): Promise<Report> => {
    const members = await withDatabase(context, async (database) =>
      listGroupMembers(database, (await groupNamed(database, group)).id),
    );
    const rows = members.map((username) => ({ username }));
    return { json: rows, text: table(rows, "The group has no members.") };
  });
}

const GROUP = "as `groups list` shows it";

const named = (name: string, description: string) =>
  new Command(name)
    .description(description)
    .argument("<group>", GROUP)
    .argument("<username>", "as `users list` shows it");

async function membership(database: Parameters<typeof accountNamed>[0], group: string, username: string) {
  const [{ id: groupId }, { id: userId }] = [await groupNamed(database, group), await accountNamed(database, username)];
  return { groupId, userId };
}
