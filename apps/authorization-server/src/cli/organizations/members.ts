import { Command } from "commander";
import {
  addOrganizationMember,
  giveOrganizationRole,
  removeOrganizationMember,
  takeOrganizationRole,
} from "../../administration/organization-members.ts";
import { pageOfOrganizationMembers } from "../../records/organizations.ts";
import type { RecordsDatabase } from "../../records/records.ts";
import { findRoleNamed } from "../../records/roles.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { groupNamed } from "../groups/group.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting, table } from "../report.ts";
import { accountNamed } from "../users/account.ts";
import { organizationWith, SLUG } from "./organization.ts";

/** `organizations members`: who belongs to an organization. */
export function membersCommands(context: Context): Command {
  return new Command("members")
    .description("the members of an organization")
    .addCommand(addCommand(context))
    .addCommand(listCommand(context))
    .addCommand(removeCommand(context));
}

const named = (name: string, description: string) =>
  new Command(name)
    .description(description)
    .argument("<slug>", SLUG)
    .argument("<username>", "as `users list` shows it");

function addCommand(context: Context): Command {
  const command = named("add", "add a person to an organization");
  return reporting(command, context, async (slug: string, username: string): Promise<Report> => {
    const added = await withDatabase(context, async (database) =>
      addOrganizationMember(database, await membership(database, slug, username), byOperator(context)),
    );
    if (!added) throw refusal(`${username} is a member of ${slug} already`);
    return { json: { slug, username, added }, text: `${username} is a member of ${slug} now.` };
  });
}

function removeCommand(context: Context): Command {
  const command = named("remove", "remove a person from an organization, with their roles and groups there");
  return reporting(command, context, async (slug: string, username: string): Promise<Report> => {
    const removed = await withDatabase(context, async (database) =>
      removeOrganizationMember(database, await membership(database, slug, username), byOperator(context)),
    );
    if (!removed) throw refusal(`${username} is not a member of ${slug}`);
    return { json: { slug, username, removed }, text: `${username} is not a member of ${slug} any more.` };
  });
}

/** Members that are read at once. */
const AT_ONCE = 500;

function listCommand(context: Context): Command {
  const command = new Command("list").description("list the members of an organization").argument("<slug>", SLUG);
  return reporting(command, context, async (slug: string): Promise<Report> => {
    const rows = await withDatabase(context, async (database) => {
      const { id: organizationId } = await organizationWith(database, slug);
      const all: { username: string }[] = [];
      for (let after: string[] | undefined; ; ) {
        const page = await pageOfOrganizationMembers(database, { organizationId, after, most: AT_ONCE });
        all.push(...page.map(({ username }) => ({ username })));
        const last = page.at(-1);
        if (last === undefined || page.length < AT_ONCE) return all;
        after = [last.id];
      }
    });
    return { json: rows, text: table(rows, "The organization has no members.") };
  });
}

/** `organizations assign` and `organizations revoke`: roles that count in one organization. */
export function memberRoleCommand(context: Context, isGiven: boolean): Command {
  const [verb, about] = isGiven
    ? ["assign", "give a member a role that counts in this organization, from the next token on"]
    : ["revoke", "take a role in this organization from a member, from the next token on"];
  const command = named(verb, about)
    .argument("<resource>", "as `resources list` shows it")
    .argument("<role>", "as `roles list` shows it")
    .option("--group", "the name is that of a group of the organization, and not of a member");

  return reporting(
    command,
    context,
    async (slug: string, holder: string, resource: string, name: string, options: Held): Promise<Report> => {
      const isDone = await withDatabase(context, async (database) => {
        const role = await findRoleNamed(database, { resource, name });
        if (role === undefined) throw refusal(`there is no role ${name} at ${resource}`);
        if (!role.inOrganizations) throw refusal(`the role ${name} is not one for organizations`);
        const held = { ...(await heldBy(database, { slug, holder }, options)), roleId: role.id };
        const act = isGiven ? giveOrganizationRole : takeOrganizationRole;
        return act(database, held, byOperator(context));
      });
      if (!isDone) {
        throw refusal(
          isGiven
            ? `${holder} has the role ${name} in ${slug} already, or is not a member`
            : `${holder} does not have the role ${name} in ${slug}`,
        );
      }
      const text = `${holder} ${isGiven ? "has" : "does not have"} the role ${name} in ${slug} now.`;
      const about = options.group === true ? { group: holder } : { username: holder };
      return { json: { slug, ...about, resource, name, [isGiven ? "assigned" : "revoked"]: true }, text };
    },
  );
}

interface Held {
  readonly group?: boolean;
}

/** The organization, and who has a role in it. */
async function heldBy(
  database: Parameters<typeof membership>[0],
  { slug, holder }: { readonly slug: string; readonly holder: string },
  { group }: Held,
) {
  if (group !== true) {
    const { organizationId, userId } = await membership(database, slug, holder);
    return { organizationId, to: { userId } };
  }
  const { id: organizationId } = await organizationWith(database, slug);
  return { organizationId, to: { groupId: (await groupNamed(database, holder, { organization: slug })).id } };
}

async function membership(database: RecordsDatabase & Parameters<typeof accountNamed>[0], slug: string, name: string) {
  const [{ id: organizationId }, { id: userId }] = [
    await organizationWith(database, slug),
    await accountNamed(database, name),
  ];
  return { organizationId, userId };
}
