/** Acts upon the people who are chosen in the list, or upon one of them. */

import { assertUndoes, isUndo } from "../handling/undo.ts";
import { chosenFacts as facts } from "../lists/chosen-rows.ts";
import { addressOfPerson, type ListOfPeople, roleActs, severalAct, uponChosen, withRole } from "../lists/several.ts";
import type { Act } from "../screen.ts";

const PEOPLE: ListOfPeople = {
  to: () => "/people",
  crumbs: () => [{ href: "/people", label: "people.title" }],
  address: (_, id) => addressOfPerson(id),
};

/** The button of a row that signs its person out everywhere. */
export const SIGN_OUT = { act: "end-sessions", label: "sessions.end_all" } as const;

/** The act that ends every session of those who are chosen. */
export const signOutIn = (place: ListOfPeople): Act =>
  severalAct(place, {
    ...{ needs: "sessions:write", done: { one: "one_person_signed_out", several: "people_signed_out" } },
    confirmation: {
      ...{ label: SIGN_OUT.label, warning: { key: "people.many.end.warning" }, facts },
      ofOne: { label: SIGN_OUT.label, warning: { key: "sessions.end_all.warning" } },
    },
    run: (submission) => submission.api.endSessionsOfPeople(uponChosen(submission)),
  });

export const manyPeopleActs: Readonly<Record<string, Act>> = {
  disable: severalAct(PEOPLE, {
    ...{ needs: "people:write", done: { one: "one_person_disabled", several: "people_disabled" } },
    confirmation: {
      ...{ label: "disable", title: "people.many.disable", warning: { key: "people.many.disable.warning" }, facts },
      ofOne: { label: "disable", warning: { key: "people.disable.warning" } },
    },
    run: (submission) => submission.api.disablePeople(uponChosen(submission)),
  }),
  enable: severalAct(PEOPLE, {
    ...{ needs: "people:write", done: { one: "one_person_enabled", several: "people_enabled" } },
    async run(submission) {
      const { api, form } = submission;
      const chosen = uponChosen(submission);
      if (isUndo(form)) {
        const read = chosen.body.ids.map(async (id) => (await api.readPerson({ path: { id } })).body);
        assertUndoes(form, await Promise.all(read));
      }
      return api.enablePeople(chosen);
    },
  }),
  [SIGN_OUT.act]: signOutIn(PEOPLE),
  delete: severalAct(PEOPLE, {
    ...{ needs: "people:write", done: { one: "person_deleted", several: "people_deleted" } },
    confirmation: {
      ...{ label: "people.many.delete", warning: { key: "people.many.delete.warning" }, facts },
      ofOne: { label: "people.delete", warning: { key: "people.delete.warning" } },
    },
    run: (submission) => submission.api.deletePeople(uponChosen(submission)),
  }),
  ...roleActs(PEOPLE, {
    needs: "roles:write",
    roles: async ({ api, may }) =>
      may("roles:read") ? (await api.listRoles({ query: { limit: 200 } })).body.items : [],
    give: (submission) => submission.api.giveRoleToPeople(withRole(submission)),
    take: (submission) => submission.api.takeRoleFromPeople(withRole(submission)),
  }),
};
