import { Refusal } from "../../errors.ts";
import { addressOfPerson, uponChosen } from "../lists/several.ts";
import { addingScreen, MEMBERS_ADDED } from "../members/adding.ts";
import type { Visit } from "../screen.ts";
import { addressOf, crumbsOf, placeOf } from "./organization-tabs.ts";

/** Leads to the page that adds people. */
export const addingLink = (organization: string) => ({
  ...{ href: `${organization}/add`, label: "members.add_people", id: "add-members", icon: "user-plus" },
  isPrimary: true as const,
});

/** Who may not read people knows none to add; administrators of one organization invite them. */
function assertKnowsPeople({ organization, may }: Pick<Visit, "organization" | "may">): void {
  if (organization !== null || !may("people:read")) throw new Refusal("not_allowed", "the act needs people:read");
}

/** Adds people to an organization, up to a hundred at once. */
export const addMembers = addingScreen({
  ...{ path: "/organizations/:organization/add", needs: "people:read", writes: "organizations:write" },
  ...{ title: "members.add_to", label: "members.add", search: "people.q", done: MEMBERS_ADDED },
  find: ({ api }, query) => api.listPeople({ query: { ...query, with_total: "yes" } }),
  among: ({ api, ...visit }, ids) => api.listOrganizationMembers({ path: placeOf(visit), query: { ids } }),
  isAmong: "members.is_member",
  async add(submission) {
    assertKnowsPeople(submission);
    return submission.api.addOrganizationMembers({ path: placeOf(submission), ...uponChosen(submission) });
  },
  list: {
    to: (visit) => addressOf(visit),
    crumbs: crumbsOf,
    address: (_, id) => addressOfPerson(id),
  },
});
