import { part } from "../lists/list.ts";
import { uponChosen } from "../lists/several.ts";
import { addingScreen } from "../members/adding.ts";
import type { Screen } from "../screen.ts";
import { type At, type GroupPlace, pathIn } from "./group-places.ts";

/** Leads to the page that adds people. */
export const addingLink = (place: GroupPlace, visit: At) => ({
  ...{ href: `${place.address(visit)}/add`, label: "members.add_people", id: "add-members", icon: "user-plus" },
  isPrimary: true as const,
});

/** Adds people to a group, up to a hundred at once. */
export const addToGroup = (place: GroupPlace): Screen =>
  addingScreen({
    ...{ path: `${place.path}/add`, needs: place.writes, writes: place.writes },
    ...{ title: "members.add_to", label: "members.add", search: place.search, find: place.find, done: "members_added" },
    nameOf: async (visit) => (await visit.api[`read${place.one}`]({ path: pathIn(visit) })).body.name,
    add: (submission) => submission.api[`add${place.member}s`]({ path: pathIn(submission), ...uponChosen(submission) }),
    list: {
      to: place.address,
      crumbs: (visit) => [...place.crumbs(visit), { href: place.address(visit), label: "members.group" }],
      address: (visit, id) => `${place.people(visit)}/${part(id)}`,
    },
  });
