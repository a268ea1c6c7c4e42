/** Acts upon the members of an organization who are chosen in the list. */

import { chosenFacts as facts } from "../lists/chosen-rows.ts";
import { part } from "../lists/list.ts";
import { type ListOfPeople, roleActs, severalAct, uponChosen, withRole } from "../lists/several.ts";
import type { Act } from "../screen.ts";
import { addressOf, crumbsOf, placeOf } from "./organization-tabs.ts";

const MEMBERS: ListOfPeople = {
  to: (visit) => addressOf(visit),
  crumbs: crumbsOf,
  address: (visit, id) => `${addressOf(visit)}/members/${part(id)}`,
};

const needs = "organizations:write";

export const manyMemberActs: Readonly<Record<string, Act>> = {
  "remove-members": severalAct(MEMBERS, {
    ...{ needs, done: { one: "left_organization", several: "members_left" } },
    confirmation: {
      label: "organizations.remove_members",
      warning: { key: "organizations.remove_members.warning" },
      facts,
      ofOne: { label: "organizations.remove_member", warning: { key: "organizations.remove_member.warning" } },
    },
    run: (submission) =>
      submission.api.removeOrganizationMembers({ path: placeOf(submission), ...uponChosen(submission) }),
  }),
  ...roleActs(MEMBERS, {
    needs,
    roles: async (visit) => (await visit.api.listOrganizationRoles({ path: placeOf(visit) })).body.items,
    give: (submission) => submission.api.giveRoleToMembers({ path: placeOf(submission), ...withRole(submission) }),
    take: (submission) => submission.api.takeRoleFromMembers({ path: placeOf(submission), ...withRole(submission) }),
  }),
};
