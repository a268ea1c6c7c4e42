import { part } from "../lists/list.ts";
import { uponChosen } from "../lists/several.ts";
import { addingScreen, MEMBERS_ADDED } from "../members/adding.ts";
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
    ...{ title: "members.add_to", label: "members.add", search: place.search, find: place.find, done: MEMBERS_ADDED },
    among: (visit, ids) => visit.api[`list${place.member}s`]({ path: pathIn(visit), query: { ids } }),
    isAmong: "members.is_member",
    add: (submission) => submission.api[`add${place.member}s`]({ path: pathIn(submission), ...uponChosen(submission) }),
    list: {
      to: place.address,
      async crumbs(visit) {
        const [above, { body: group }] = await Promise.all([
          place.crumbs(visit),
          visit.api[`read${place.one}`]({ path: pathIn(visit) }),
        ]);
        return [...above, { href: place.address(visit), text: group.name }];
      },
      address: (visit, id) => `${place.people(visit)}/${part(id)}`,
    },
  });
