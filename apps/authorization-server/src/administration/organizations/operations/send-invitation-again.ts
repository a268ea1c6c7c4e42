/** The operation that sends an invitation into an organization again. */
import { z } from "zod";
import { findOrganizationInvitation } from "../../../platform/records/organization-invitations.ts";
import { countMail } from "../../api/access/mail-limit.ts";
import { defineOperation } from "../../api/operation.ts";
import { notFound } from "../../api/problem.ts";
import { couldGive, giverOf } from "../../api/rank.ts";
import { isId } from "../../api/shapes.ts";
import { invitationLink, mailed, shownInvitation } from "../../invitations/operations/invitation-shapes.ts";
import { rolesWith } from "../../roles/store.ts";
import { sendOrganizationInvitationAgain } from "../send-invitation-again.ts";
import { assertMails, invitation, mayAct } from "./organization-invitations.ts";
import { organizationIn } from "./organization-shapes.ts";

export const sendAgain = defineOperation({
  id: "sendOrganizationInvitationAgain",
  method: "POST",
  path: "/organizations/:organization/invitations/:invitation/send-again",
  summary: "Mails an open invitation into an organization again, with a new link and time; the link before is void",
  scope: "organizations:write",
  forOrganizationAdmins: true,
  needsStepUp: true,
  mailsAnyone: "one",
  body: z.strictObject(mailed),
  answer: invitation,
  async handle({ params, body: { language, lifetime }, by, ...who }, deps) {
    const { id: organizationId } = await organizationIn(params, deps);
    assertMails(deps);
    const { invitation: id } = params;
    const found = async () => {
      const one = isId(id) ? await findOrganizationInvitation(deps.database, { organizationId, id }) : undefined;
      if (one === undefined || one.expiresAt <= by.at) throw notFound("invitation");
      return one;
    };
    const { id: known, addressCanonical: to, roleIds } = await found();
    // Whoever is refused takes nothing of what a mailbox may get.
    mayAct(who)(await rolesWith(deps.database, roleIds));
    await countMail({ to, purpose: "organization-invitation" }, deps);
    const about = { organizationId, id: known, language, lifetimeSeconds: lifetime, link: invitationLink };
    const makes = {
      takesSignUps: deps.signUp.takesInvitations,
      madeBy: giverOf(who.caller),
      couldGive: couldGive(who),
    };
    const isSent = await sendOrganizationInvitationAgain(deps, { ...about, ...makes }, by, mayAct(who));
    if (!isSent) throw notFound("invitation");
    return { body: shownInvitation(await found(), organizationId) };
  },
});
