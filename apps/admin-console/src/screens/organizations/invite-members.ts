import { invitationsIn, inviteSection, outcomeOf } from "../people/invite-many.ts";
import type { Screen } from "../screen.ts";
import { addressOf, crumbsTo, placeOf } from "./organization-tabs.ts";

/** Invitations of many people at once into an organization. */
export const inviteMembers: Screen = {
  path: "/organizations/:organization/invite",
  needs: "organizations:write",
  async show(visit) {
    const path = placeOf(visit);
    const [one, roles] = await Promise.all([
      visit.api.readOrganization({ path }),
      visit.api.listOrganizationRoles({ path }),
    ]);
    return {
      id: "invite-members",
      title: { key: "invitations.invite_into", values: { name: one.body.name } },
      lead: { key: "invitations.many.lead" },
      crumbs: crumbsTo(visit, one.body.name),
      sections: [inviteSection({ roles: roles.body.items, languages: visit.languages })],
    };
  },
  acts: {
    invite: {
      needs: "organizations:write",
      async run(submission) {
        const { body } = await submission.api.invitePeopleIntoOrganization({
          ...{ path: placeOf(submission), body: invitationsIn(submission), idempotencyKey: submission.once },
        });
        const show = await inviteMembers.show(submission);
        return outcomeOf(body.items, { to: addressOf(submission), submission, show });
      },
    },
  },
};
