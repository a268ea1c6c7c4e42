import { part } from "../lists/list.ts";
import { addressOfPerson, uponChosen } from "../lists/several.ts";
import { addingScreen } from "../members/adding.ts";
import type { Submission, Visit } from "../screen.ts";

const idIn = ({ params }: Pick<Visit, "params">) => params.id ?? "";
const addressOf = (visit: Pick<Visit, "params">) => `/roles/${part(idIn(visit))}`;

function withRole(submission: Submission) {
  const { body, ...once } = uponChosen(submission);
  return { body: { ...body, role: idIn(submission) }, ...once };
}

/** Gives people a role, up to a hundred at once. */
export const giveToPeople = addingScreen({
  ...{ path: "/roles/:id/add", needs: "roles:write", writes: "roles:write" },
  ...{ title: "roles.give_to_people", label: "roles.give", search: "people.q", done: "roles_given" },
  nameOf: async (visit) => (await visit.api.readRole({ path: { role: idIn(visit) } })).body.name,
  find: ({ api }, query) => api.listPeople({ query: { ...query, with_total: "yes" } }),
  add: (submission) => submission.api.giveRoleToPeople(withRole(submission)),
  list: {
    to: addressOf,
    crumbs: (visit) => [
      { href: "/roles", label: "roles.title" },
      { href: addressOf(visit), label: "roles.role" },
    ],
    address: (_, id) => addressOfPerson(id),
  },
});
