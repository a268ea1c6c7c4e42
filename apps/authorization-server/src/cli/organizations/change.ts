import { Command } from "commander";
import { changeOrganization, enableOrganization, removeOrganization } from "../../administration/organizations.ts";
import { resourceShape } from "../../configuration/resource-shape.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { validate } from "../input.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting } from "../report.ts";
import { organizationWith, SLUG } from "./organization.ts";

/** `organizations rename`. */
export function renameOrganizationCommand(context: Context): Command {
  const command = new Command("rename")
    .description("give an organization another name; its slug stays")
    .argument("<slug>", SLUG)
    .argument("<name>", "the name that people see");

  return reporting(command, context, async (slug: string, called: string): Promise<Report> => {
    const name = validate(resourceShape.shape.name, called, "the name");
    await withDatabase(context, async (database) => {
      const { id } = await organizationWith(database, slug);
      await changeOrganization(database, { id, name }, byOperator(context));
    });
    return { json: { slug, name }, text: `The organization ${slug} is called ${name} now.` };
  });
}

/** `organizations enable` and `organizations disable`. */
export function enableOrganizationCommand(context: Context, isEnabled: boolean): Command {
  const [verb, about] = isEnabled
    ? ["enable", "enable a disabled organization"]
    : ["disable", "disable an organization: no token is issued for it"];
  const state = isEnabled ? "enabled" : "disabled";
  const command = new Command(verb).description(about).argument("<slug>", SLUG);

  return reporting(command, context, async (slug: string): Promise<Report> => {
    const isDone = await withDatabase(context, async (database) => {
      const { id } = await organizationWith(database, slug);
      return enableOrganization(database, { id, isEnabled }, byOperator(context));
    });
    if (!isDone) throw refusal(`the organization ${slug} is ${state} already`);
    return { json: { slug, enabled: isEnabled }, text: `The organization ${slug} is ${state}.` };
  });
}

/** `organizations remove`. */
export function removeOrganizationCommand(context: Context): Command {
  const command = new Command("remove")
    .description(
      "remove an organization with its groups, roles, domains and invitations; its people keep their accounts",
    )
    .argument("<slug>", SLUG);

  return reporting(command, context, async (slug: string): Promise<Report> => {
    const removed = await withDatabase(context, async (database) =>
      removeOrganization(database, (await organizationWith(database, slug)).id, byOperator(context)),
    );
    if (!removed) throw refusal(`there is no organization ${slug}`);
    return { json: { slug, removed }, text: `The organization ${slug} is removed.` };
  });
}
