import type { EmailAddress } from "@countersign/rules";
import { Command } from "commander";
import {
  inviteAdministrator,
  inviteFirstAdministrator,
  type PrintedInvitation,
} from "../../administration/roles/founders.ts";
import type { RoleName } from "../../administration/roles/kept-role.ts";
import { byOperator, type Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { addressIn, linkOf } from "../command/invitations.ts";
import { misuse, refusal } from "../command/refusal.ts";
import { properties, type Report, reporting } from "../command/report.ts";
import { firstAdministratorEnvironment, issuerEnvironment, readVariables } from "../config.ts";
import { ensureRoles, roleIn } from "./owners.ts";

interface InviteOptions {
  readonly role: string;
  readonly first?: true;
}

const HELP = `
With --first the address may come from FIRST_ADMINISTRATOR. Without one, if the address
has an account, or if there is such an administrator or an open link of that kind, no link is made and nothing fails: a
deployment can run it at every start.`;

/** `administrators invite`: prints a link that makes an account with a role at the administration API. */
export function inviteOneAdministrator(context: Context): Command {
  const command = new Command("invite")
    .description("print a link that works once, within an hour, and makes an account with this role")
    .argument("[address]", "the email address, which the account will have")
    .option("--role <name>", "the role at the administration API", "owner")
    .option("--first", "only while no one has the role; the link is void as soon as someone has it")
    .addHelpText("after", HELP);

  return reporting(command, context, async (typed: string | undefined, options: InviteOptions): Promise<Report> => {
    const first = options.first === true;
    const address = await addressFor(typed, first, context);
    if (address === undefined) return NOTHING;
    const role = await roleIn(options, context);
    const { ISSUER: issuer } = await readVariables(issuerEnvironment, context.environment);
    const made = await withDatabase(context, async (database) => {
      await ensureRoles(database, context);
      const by = byOperator(context);
      return (first ? inviteFirstAdministrator : inviteAdministrator)(database, { address, role }, by);
    });
    if (first && (made.kind === "not_first" || made.kind === "has_account")) return NOTHING;
    return report(made, { address, role, issuer });
  });
}

const NOTHING: Report = {
  json: { invited: false },
  text: "No link was made: there is an administrator or an open link, the address has an account, or none is set.",
};

async function addressFor(typed: string | undefined, first: boolean, { environment }: Context) {
  const { FIRST_ADMINISTRATOR: configured } = await readVariables(firstAdministratorEnvironment, environment);
  const text = typed ?? (first ? configured : undefined);
  if (text === undefined) {
    if (first) return undefined;
    throw misuse("an address is missing");
  }
  return addressIn(text);
}

interface Asked {
  readonly address: EmailAddress;
  readonly role: RoleName;
  readonly issuer: string;
}

function report(made: PrintedInvitation, { address, role, issuer }: Asked): Report {
  if (made.kind === "has_account") {
    throw refusal(`there is an account with the address ${address.canonical}: use administrators add`);
  }
  if (made.kind !== "invited") throw refusal(`there is no role ${role.name} at the administration API`);
  const done = {
    address: address.deliverable,
    role: role.name,
    resource: role.resource,
    link: `${issuer}${linkOf(made.token)}`,
    expires_at: made.expiresAt.toISOString(),
  };
  return { json: done, text: properties(done) };
}
