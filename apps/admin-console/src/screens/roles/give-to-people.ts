import { part } from "../lists/list.ts";
import { addressOfPerson, ROLES_GIVEN, uponChosen } from "../lists/several.ts";
import { addingScreen } from "../members/adding.ts";
import type { Submission, Visit } from "../screen.ts";

const idIn = ({ params }: Pick<Visit, "params">) => params.id ?? "";
const addressOf = (visit: Pick<Visit, "params">) => `/roles/${part(idIn(visit))}`;

function withRole(submission: Submission) {
  const { body, ...once } = uponChosen(submission);
  return { body: { ...body, role: idIn(submission) }, ...once };
}

/** Gives people a role, up to a hundred at once. Who has it, also by a group, is not offered it again. */
export const giveToPeople = addingScreen({
  ...{ path: "/roles/:id/add", needs: "roles:write", writes: "roles:write" },
  ...{ title: "roles.give_to_people", label: "roles.give", search: "people.q", done: ROLES_GIVEN },
  find: ({ api }, query) => api.listPeople({ query: { ...query, with_total: "yes" } }),
  among: ({ api, ...visit }, ids) => api.listPeople({ query: { ids, role: idIn(visit) } }),
  isAmong: "roles.is_held",
  add: (submission) => submission.api.giveRoleToPeople(withRole(submission)),
  list: {
    to: addressOf,
    async crumbs(visit) {
      const { body: role } = await visit.api.readRole({ path: { role: idIn(visit) } });
      return [
        { href: "/roles", label: "roles.title" },
        { href: addressOf(visit), text: role.name },
      ];
    },
    address: (_, id) => addressOfPerson(id),
  },
});
