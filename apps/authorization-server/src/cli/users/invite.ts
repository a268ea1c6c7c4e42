/** `users invite`, `users send-invitation-again` and `users withdraw-invitation`. */
import { Command } from "commander";
import { invite, withdrawInvitation } from "../../administration/invitations/invitations.ts";
import { anyInvitation } from "../../administration/invitations/invited-roles.ts";
import { sendInvitationAgain } from "../../administration/invitations/send-again.ts";
import { findInvitationFor } from "../../platform/records/invitations.ts";
import { byOperator, type Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import {
  addressIn,
  type InvitationOptions,
  invitationFor,
  invited,
  withInvitationOptions,
} from "../command/invitations.ts";
import { refusal } from "../command/refusal.ts";
import { type Report, reporting } from "../command/report.ts";

/** `users invite`: mails an invitation to create an account. */
export function inviteUser(context: Context): Command {
  const command = withInvitationOptions(
    new Command("invite")
      .description("email an invitation to create an account; it replaces an open one of the same address")
      .argument("<address>", "the email address, which the account will have"),
  );

  return reporting(command, context, async (typed: string, options: InvitationOptions): Promise<Report> => {
    const made = await invitationFor(typed, options, context);
    if (!made.takesSignUps) throw refusal("SIGN_UP is closed: an invitation could not be accepted");
    const { invitation, mail } = made;
    const by = byOperator(context);
    const done = await withDatabase(context, (database) => invite({ database, mail }, invitation, by, anyInvitation));
    const { canonical } = invitation.address;
    if (done === "changed") throw refusal(`the open invitation for ${canonical} was changed since it was read`);
    if (done === "known") throw refusal(`there is an account with the address ${canonical}`);
    return invited(made, by.at);
  });
}

/** `users send-invitation-again`: mails an open invitation again, with another link. */
export function sendUserInvitationAgain(context: Context): Command {
  const command = withInvitationOptions(
    new Command("send-invitation-again")
      .description("mail an open invitation again, with a new link and time; the link before no longer works")
      .argument("<address>", "the email address that was invited"),
  );

  return reporting(command, context, async (typed: string, options: InvitationOptions): Promise<Report> => {
    const made = await invitationFor(typed, options, context);
    if (!made.takesSignUps) throw refusal("SIGN_UP is closed: an invitation could not be accepted");
    const { invitation, mail } = made;
    const [{ canonical }, by] = [invitation.address, byOperator(context)];
    const done = await withDatabase(context, async (database) => {
      const id = (await findInvitationFor(database, { canonical, at: by.at }))?.id;
      if (id === undefined) return "gone";
      return sendInvitationAgain({ database, mail }, { ...invitation, id }, by, anyInvitation);
    });
    if (done === "gone") throw refusal(`there is no open invitation for ${canonical}`);
    if (done === "known") throw refusal(`there is an account with the address ${canonical}`);
    if (done !== "sent")
      throw refusal("an organization sent this invitation: use organizations invitations send-again");
    return invited(made, by.at);
  });
}

/** `users withdraw-invitation`: the link of an invitation no longer works. */
export function withdrawUserInvitation(context: Context): Command {
  const command = new Command("withdraw-invitation")
    .description("withdraw an open invitation")
    .argument("<address>", "the email address that was invited");

  return reporting(command, context, async (typed: string): Promise<Report> => {
    const { canonical } = addressIn(typed);
    const by = byOperator(context);
    if (!(await withDatabase(context, (database) => withdrawInvitation(database, canonical, by, anyInvitation)))) {
      throw refusal(`there is no open invitation for ${canonical}`);
    }
    return { json: { address: canonical, withdrawn: true }, text: `The invitation for ${canonical} is withdrawn.` };
  });
}
