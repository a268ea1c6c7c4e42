import { Command } from "commander";
import { z } from "zod";
import { addOrganization } from "../../administration/organizations.ts";
import { resourceShape } from "../../configuration/resource-shape.ts";
import { pageOfOrganizations } from "../../records/organizations.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { validate } from "../input.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting, table } from "../report.ts";
import { enableOrganizationCommand, removeOrganizationCommand, renameOrganizationCommand } from "./change.ts";
import { domainsCommands } from "./domains.ts";
import { invitationsCommands } from "./invitations.ts";
import { memberRoleCommand, membersCommands } from "./members.ts";
import { scimTokenCommands } from "./scim-tokens.ts";

/** `organizations`: companies and the like inside one deployment, with their members. */
export function organizationsCommands(context: Context): Command {
  return new Command("organizations")
    .description("organizations inside this deployment, with members and roles of their own")
    .addCommand(addCommand(context))
    .addCommand(listCommand(context))
    .addCommand(renameOrganizationCommand(context))
    .addCommand(enableOrganizationCommand(context, false))
    .addCommand(enableOrganizationCommand(context, true))
    .addCommand(removeOrganizationCommand(context))
    .addCommand(membersCommands(context))
    .addCommand(memberRoleCommand(context, true))
    .addCommand(memberRoleCommand(context, false))
    .addCommand(domainsCommands(context))
    .addCommand(invitationsCommands(context))
    .addCommand(scimTokenCommands(context));
}

const slugShape = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, "is not lower-case letters, digits and hyphens");

function addCommand(context: Context): Command {
  const command = new Command("add")
    .description("add an organization without members")
    .argument("<slug>", "its name in scopes: organization:<slug>; it never changes")
    .argument("<name>", "the name that people see");

  return reporting(command, context, async (given: string, called: string): Promise<Report> => {
    const slug = validate(slugShape, given, "the slug");
    const name = validate(resourceShape.shape.name, called, "the name");
    const id = await withDatabase(context, (database) =>
      addOrganization(database, { slug, name }, byOperator(context)),
    );
    if (id === undefined) throw refusal(`there is an organization ${slug} already`);
    return { json: { id, slug, name }, text: `The organization ${slug} is added.` };
  });
}

/** Organizations that are read at once. */
const AT_ONCE = 500;

function listCommand(context: Context): Command {
  return reporting(new Command("list").description("list organizations"), context, async (): Promise<Report> => {
    const records = await withDatabase(context, async (database) => {
      const all: { id: string; slug: string; name: string; members: number; disabled: boolean }[] = [];
      for (let after: string[] | undefined; ; ) {
        const page = await pageOfOrganizations(database, { after, most: AT_ONCE });
        for (const { id, slug, name, memberCount, disabledAt } of page) {
          all.push({ id, slug, name, members: memberCount, disabled: disabledAt !== null });
        }
        const last = page.at(-1);
        if (last === undefined || page.length < AT_ONCE) return all;
        after = [last.slug];
      }
    });
    const rows = records.map(({ slug, name, members, disabled }) => ({
      slug,
      name,
      members: String(members),
      state: disabled ? "disabled" : "",
    }));
    return { json: records, text: table(rows, "There is no organization yet.") };
  });
}
