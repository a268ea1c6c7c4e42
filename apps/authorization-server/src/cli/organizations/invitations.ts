import { Command } from "commander";
import { anyInvitation } from "../../administration/invitations/invited-roles.ts";
import {
  inviteIntoOrganization,
  withdrawOrganizationInvitation,
} from "../../administration/organizations/organization-invitations.ts";
import { sendOrganizationInvitationAgain } from "../../administration/organizations/send-invitation-again.ts";
import { rolesForOrganizations } from "../../administration/roles/store.ts";
import {
  type OrganizationInvitationRecord,
  pageOfOrganizationInvitations,
} from "../../platform/records/organization-invitations.ts";
import type { RecordsDatabase } from "../../platform/records/records.ts";
import { byOperator, type Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import {
  addressIn,
  type InvitationOptions,
  invitationFor,
  invited,
  withInvitationOptions,
} from "../command/invitations.ts";
import { onDatabase } from "../command/on-database.ts";
import { refusal } from "../command/refusal.ts";
import { type Report, reporting, table } from "../command/report.ts";
import { organizationWith, SLUG } from "./organization.ts";

/** `organizations invitations`: mails by which people join an organization. */
export function invitationsCommands(context: Context): Command {
  return new Command("invitations")
    .description("invitations into an organization")
    .addCommand(addCommand(context))
    .addCommand(listCommand(context))
    .addCommand(sendAgainCommand(context))
    .addCommand(withdrawCommand(context));
}

interface AddOptions extends InvitationOptions {
  readonly role?: readonly string[];
}

const named = (name: string, description: string) =>
  new Command(name).description(description).argument("<slug>", SLUG).argument("<address>", "the email address");

function addCommand(context: Context): Command {
  const command = withInvitationOptions(
    named("add", "email an invitation; it replaces an open one of the same address").option(
      "--role <name...>",
      "roles of the organization that come with it, as `roles list` shows them",
    ),
  );

  return reporting(command, context, async (slug: string, typed: string, options: AddOptions): Promise<Report> => {
    const made = await invitationFor(typed, options, context);
    const { mail, takesSignUps } = made;
    const by = byOperator(context);
    await withDatabase(context, async (database) => {
      const { id: organizationId } = await organizationWith(database, slug);
      const roleIds = await rolesNamed(database, options.role ?? []);
      const invitation = { ...made.invitation, organizationId, roleIds, takesSignUps };
      const id = await inviteIntoOrganization({ database, mail }, invitation, by, anyInvitation);
      if (id === undefined) throw refusal(`the organization ${slug} has too many open invitations`);
    });
    return invited(made, by.at, { slug });
  });
}

async function rolesNamed(database: RecordsDatabase, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const known = await rolesForOrganizations(database);
  return [...new Set(names)].map((name) => {
    const found = known.filter((role) => role.name === name);
    if (found.length === 1 && found[0] !== undefined) return found[0].id;
    throw refusal(
      found.length === 0
        ? `there is no role ${name} that organizations can assign`
        : `several resource servers have a role ${name} for organizations: invite by the administration API`,
    );
  });
}

function listCommand(context: Context): Command {
  const command = new Command("list")
    .description("list the open invitations into an organization")
    .argument("<slug>", SLUG);
  return onDatabase(command, context, async ({ database }, slug: string) => {
    const open = await openIn(database, slug, context.now());
    const json = open.map(({ address, createdAt, expiresAt }) => ({
      address,
      created_at: createdAt,
      expires_at: expiresAt,
    }));
    const rows = json.map(({ address, expires_at }) => ({ address, expires: expires_at.toISOString() }));
    return { json, text: table(rows, "No open invitations into this organization.") };
  });
}

function sendAgainCommand(context: Context): Command {
  const about = "mail an open invitation again, with a new link and time; the link before no longer works";
  const command = withInvitationOptions(named("send-again", about));
  return reporting(
    command,
    context,
    async (slug: string, typed: string, options: InvitationOptions): Promise<Report> => {
      const made = await invitationFor(typed, options, context);
      const { mail, takesSignUps, invitation } = made;
      const [{ canonical }, by] = [invitation.address, byOperator(context)];
      const isSent = await withDatabase(context, async (database) => {
        const { organizationId, id } = await openFor(database, { slug, canonical, at: by.at });
        if (id === undefined) return false;
        const again = { ...invitation, organizationId, id, takesSignUps, couldGive: () => true };
        return sendOrganizationInvitationAgain({ database, mail }, again, by, anyInvitation);
      });
      if (!isSent) throw refusal(`there is no open invitation for ${canonical} into ${slug}`);
      return invited(made, by.at, { slug });
    },
  );
}

function withdrawCommand(context: Context): Command {
  const command = named("withdraw", "withdraw an open invitation: its link no longer works");
  return reporting(command, context, async (slug: string, typed: string): Promise<Report> => {
    const { canonical } = addressIn(typed);
    const withdrawn = await withDatabase(context, async (database) => {
      const { organizationId, id } = await openFor(database, { slug, canonical, at: context.now() });
      if (id === undefined) return false;
      return withdrawOrganizationInvitation(database, { organizationId, id }, byOperator(context), anyInvitation);
    });
    if (!withdrawn) throw refusal(`there is no open invitation for ${canonical} into ${slug}`);
    const text = `The invitation for ${canonical} into ${slug} is withdrawn.`;
    return { json: { slug, address: canonical, withdrawn }, text };
  });
}

/** The organization, and the id of its open invitation for an address. */
async function openFor(
  database: RecordsDatabase,
  { slug, canonical, at }: { readonly slug: string; readonly canonical: string; readonly at: Date },
) {
  const open = await openIn(database, slug, at);
  const { id: organizationId } = await organizationWith(database, slug);
  return { organizationId, id: open.find(({ addressCanonical }) => addressCanonical === canonical)?.id };
}

/** Invitations that are read at once. */
const AT_ONCE = 500;

async function openIn(database: RecordsDatabase, slug: string, at: Date) {
  const { id: organizationId } = await organizationWith(database, slug);
  const all: OrganizationInvitationRecord[] = [];
  for (let after: string[] | undefined; ; ) {
    const page = await pageOfOrganizationInvitations(database, { organizationId, after, most: AT_ONCE, at });
    all.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < AT_ONCE) return all;
    after = [last.addressCanonical];
  }
}
