import { Command } from "commander";
import { addGroup, removeGroup, renameGroup } from "../../administration/groups.ts";
import { resourceShape } from "../../configuration/resource-shape.ts";
import { listGroups } from "../../records/groups.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { validate } from "../input.ts";
import { ownersIn } from "../owners.ts";
import { type Report, reporting, table } from "../report.ts";
import { type GroupOptions, groupNamed, ofOrganization, organizationIdOf } from "./group.ts";
import { membersCommands } from "./members.ts";

/** `groups`: groups of people. */
export function groupsCommands(context: Context): Command {
  return new Command("groups")
    .description("groups of people, which can have roles")
    .addCommand(addCommand(context))
    .addCommand(listCommand(context))
    .addCommand(renameCommand(context))
    .addCommand(removeCommand(context))
    .addCommand(membersCommands(context));
}

function addCommand(context: Context): Command {
  const command = new Command("add").description("add a group").argument("<name>", "the name of the group");

  return reporting(ofOrganization(command), context, async (given: string, options: GroupOptions): Promise<Report> => {
    const name = validate(resourceShape.shape.name, given, "the name");
    await withDatabase(context, async (database) =>
      addGroup(database, name, byOperator(context), await organizationIdOf(database, options)),
    );
    return { json: { name, added: true }, text: `The group ${name} is added.` };
  });
}

function listCommand(context: Context): Command {
  const command = ofOrganization(new Command("list").description("list groups"));
  return reporting(command, context, async (options: GroupOptions): Promise<Report> => {
    const groups = await withDatabase(context, async (database) =>
      listGroups(database, await organizationIdOf(database, options)),
    );

    const records = groups.map(({ name, memberCount }) => ({ name, members: memberCount }));
    const rows = records.map(({ name, members }) => ({ name, members: String(members) }));
    return { json: records, text: table(rows, "There is no group yet.") };
  });
}

function renameCommand(context: Context): Command {
  const command = new Command("rename")
    .description("give a group another name, which its members have in their next token")
    .argument("<name>", "as `groups list` shows it")
    .argument("<new_name>", "the name that it gets");

  const rename = async (before: string, given: string, options: GroupOptions): Promise<Report> => {
    const name = validate(resourceShape.shape.name, given, "the name");
    await withDatabase(context, async (database) => {
      const group = await groupNamed(database, before, options);
      const organizationId = await organizationIdOf(database, options);
      await renameGroup(database, { id: group.id, name, organizationId }, byOperator(context));
    });
    return { json: { name, before }, text: `The group ${before} is called ${name} now.` };
  };
  return reporting(ofOrganization(command), context, rename);
}

function removeCommand(context: Context): Command {
  const command = new Command("remove")
    .description("remove a group; its members lose the roles of the group with their next token")
    .argument("<name>", "as `groups list` shows it");

  return reporting(ofOrganization(command), context, async (name: string, options: GroupOptions): Promise<Report> => {
    await withDatabase(context, async (database) => {
      const { id } = await groupNamed(database, name, options);
      await removeGroup(database, id, byOperator(context), await ownersIn(context));
    });
    return { json: { name, removed: true }, text: `The group ${name} is removed.` };
  });
}
