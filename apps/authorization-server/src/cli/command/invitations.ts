/** What the commands that invite people have in common. */
import { type EmailAddress, readEmailAddress } from "@countersign/rules";
import type { Command } from "commander";
import { sealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { paths } from "../../paths.ts";
import { senderOf } from "../../people/mail/environment.ts";
import { openOutbox } from "../../people/mail/outbox.ts";
import { OPERATOR } from "../../platform/stores/person/givers.ts";
import { invitationEnvironment, readVariables } from "../config.ts";
import { parseDuration } from "../tokens/amounts.ts";
import type { Context } from "./context.ts";
import { misuse, refusal } from "./refusal.ts";
import { properties, type Report } from "./report.ts";

const SHORTEST_SECONDS = 3600;
const LONGEST_SECONDS = 30 * 86_400;

export interface InvitationOptions {
  readonly expiresIn: number;
  readonly language: string;
}

/** Adds the options that say how an invitation is mailed. */
export const withInvitationOptions = (command: Command): Command =>
  command
    .option("--expires-in <duration>", "1h to 30d", parseDuration, 7 * 86_400)
    .option("--language <tag>", "the language of the email", "en");

/** The address that an operator typed. Refuses one that no account can have. */
export function addressIn(typed: string): EmailAddress {
  const address = readEmailAddress(typed);
  if (address === undefined) throw refusal(`${typed} is not an email address that accounts can have`);
  return address;
}

export const linkOf = (token: string) => `${paths.invitation}?${new URLSearchParams({ token })}`;

/** An invitation by the operator, the outbox that its mail goes to, and whether accounts may be made. */
export async function invitationFor(
  typed: string,
  { expiresIn, language }: InvitationOptions,
  { environment }: Pick<Context, "environment">,
) {
  const address = addressIn(typed);
  if (expiresIn < SHORTEST_SECONDS || expiresIn > LONGEST_SECONDS) throw misuse("an invitation is valid for 1h to 30d");
  const config = await readVariables(invitationEnvironment, environment);
  const texts = sealedTexts(config.KEY_ENCRYPTION_KEYS);
  return {
    mail: openOutbox({ isOn: true, domain: senderOf(config).domain, texts }),
    invitation: { address, lifetimeSeconds: expiresIn, language, link: linkOf, madeBy: OPERATOR },
    takesSignUps: config.SIGN_UP !== "closed",
  };
}

/** What was invited, and until when. */
export function invited(
  { invitation: { address, lifetimeSeconds } }: Awaited<ReturnType<typeof invitationFor>>,
  at: Date,
  more: Readonly<Record<string, string>> = {},
): Report {
  const expires_at = new Date(at.getTime() + lifetimeSeconds * 1000).toISOString();
  const done = { ...more, address: address.deliverable, expires_at };
  return { json: done, text: properties(done) };
}
