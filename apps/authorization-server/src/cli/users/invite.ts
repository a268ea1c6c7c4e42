import { readEmailAddress } from "@countersign/rules";
import { Command } from "commander";
import { invite, withdrawInvitation } from "../../administration/invitations/invitations.ts";
import { anyInvitation } from "../../administration/invitations/invited-roles.ts";
import { sealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { paths } from "../../paths.ts";
import { senderOf } from "../../people/mail/environment.ts";
import { openOutbox } from "../../people/mail/outbox.ts";
import { OPERATOR } from "../../platform/stores/person/givers.ts";
import { invitationEnvironment, readVariables } from "../config.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { misuse, refusal } from "../refusal.ts";
import { properties, type Report, reporting } from "../report.ts";
import { parseDuration } from "../tokens/amounts.ts";

const SHORTEST_SECONDS = 3600;
const LONGEST_SECONDS = 30 * 86_400;

interface InviteOptions {
  readonly expiresIn: number;
  readonly language: string;
}

/** `users invite`: mails an invitation to create an account. */
export function inviteUser(context: Context): Command {
  const command = new Command("invite")
    .description("mail an invitation to create an account; it replaces an open one of the same address")
    .argument("<address>", "the e-mail address, which the account will have")
    .option("--expires-in <duration>", "1h to 30d", parseDuration, 7 * 86_400)
    .option("--language <tag>", "the language of the mail", "en");

  return reporting(command, context, async (typed: string, { expiresIn, language }: InviteOptions): Promise<Report> => {
    const address = addressIn(typed);
    if (expiresIn < SHORTEST_SECONDS || expiresIn > LONGEST_SECONDS)
      throw misuse("an invitation is valid for 1h to 30d");
    const config = await readVariables(invitationEnvironment, context.environment);
    if (config.SIGN_UP === "closed") throw refusal("SIGN_UP is closed: an invitation could not be accepted");

    const texts = sealedTexts(config.KEY_ENCRYPTION_KEYS);
    const mail = openOutbox({ isOn: true, domain: senderOf(config).domain, texts });
    const link = (token: string) => `${paths.invitation}?${new URLSearchParams({ token })}`;
    const invitation = { address, lifetimeSeconds: expiresIn, language, link, madeBy: OPERATOR };
    const by = byOperator(context);
    const invited = await withDatabase(context, (database) =>
      invite({ database, mail }, invitation, by, anyInvitation),
    );
    if (invited === "changed")
      throw refusal(`the open invitation for ${address.canonical} was changed since it was read`);
    if (invited === "known") {
      throw refusal(`there is an account with the address ${address.canonical}`);
    }
    const done = {
      address: address.deliverable,
      expires_at: new Date(by.at.getTime() + expiresIn * 1000).toISOString(),
    };
    return { json: done, text: properties(done) };
  });
}

/** `users withdraw-invitation`: the link of an invitation no longer works. */
export function withdrawUserInvitation(context: Context): Command {
  const command = new Command("withdraw-invitation")
    .description("withdraw an open invitation")
    .argument("<address>", "the e-mail address that was invited");

  return reporting(command, context, async (typed: string): Promise<Report> => {
    const { canonical } = addressIn(typed);
    const by = byOperator(context);
    if (!(await withDatabase(context, (database) => withdrawInvitation(database, canonical, by, anyInvitation)))) {
      throw refusal(`there is no open invitation for ${canonical}`);
    }
    return { json: { address: canonical, withdrawn: true }, text: `The invitation for ${canonical} is withdrawn.` };
  });
}

function addressIn(typed: string) {
  const address = readEmailAddress(typed);
  if (address === undefined) throw refusal(`${typed} is not an e-mail address that accounts can have`);
  return address;
}
