/** The operation that sends an invitation again. */
import { z } from "zod";
import { countMail } from "../../api/access/mail-limit.ts";
import { defineOperation } from "../../api/operation.ts";
import { notFound, Problem } from "../../api/problem.ts";
import { giverOf } from "../../api/rank.ts";
import { rolesWith } from "../../roles/store.ts";
import { sendInvitationAgain } from "../send-again.ts";
import { invitationLink, mailed, shownInvitation } from "./invitation-shapes.ts";
import { assertInvites, invitation, invitationIn, mayAct } from "./invitations.ts";

const REFUSALS = {
  known: "there is an account with this address",
  "of-organization": "an organization sent this invitation: it is sent again there",
};

export const sendAgain = defineOperation({
  id: "sendInvitationAgain",
  method: "POST",
  path: "/invitations/:id/send-again",
  summary: "Mails an open invitation again, with a new link and time; the link before no longer works",
  scope: "people:write",
  needsStepUp: true,
  mailsAnyone: "one",
  body: z.strictObject(mailed),
  answer: invitation,
  async handle({ params, body: { language, lifetime }, by, ...who }, deps) {
    const { id, addressCanonical: to, roleIds } = await invitationIn(params, deps);
    assertInvites(deps);
    // Whoever is refused takes nothing of what a mailbox may get.
    mayAct(who)(await rolesWith(deps.database, roleIds));
    await countMail({ to, purpose: "invitation" }, deps);
    const about = { id, language, lifetimeSeconds: lifetime, link: invitationLink, madeBy: giverOf(who.caller) };
    const done = await sendInvitationAgain(deps, about, by, mayAct(who));
    if (done === "gone") throw notFound("invitation");
    if (done !== "sent") throw new Problem("conflict", REFUSALS[done]);
    return { body: shownInvitation(await invitationIn(params, deps)) };
  },
});
