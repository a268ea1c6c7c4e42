/** Acts upon the invitations into an organization that are chosen in the list. */
import { uponChosen } from "../lists/several.ts";
import { invitationActs } from "../people/invitation-acts.ts";
import { addressOf, crumbsOf, placeOf } from "./organization-tabs.ts";

export const organizationInvitationActs = invitationActs({
  needs: "organizations:write",
  to: (visit) => addressOf(visit, "invitations"),
  crumbs: crumbsOf,
  list: (visit) => visit.api.listOrganizationInvitations({ path: placeOf(visit), query: { limit: 200 } }),
  withdraw: (submission) =>
    submission.api.withdrawOrganizationInvitations({ path: placeOf(submission), ...uponChosen(submission) }),
  sendAgain: (submission, language) => {
    const { body, idempotencyKey } = uponChosen(submission);
    const sent = { body: { ...body, language }, idempotencyKey };
    return submission.api.sendOrganizationInvitationsAgain({ path: placeOf(submission), ...sent });
  },
});
