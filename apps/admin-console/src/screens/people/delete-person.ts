import { Refusal } from "../../errors.ts";
import { part } from "../list.ts";
import type { Screen } from "../screen.ts";
import { personOf, sessionFacts } from "./person-sections.ts";

/** Says what a deletion does, and asks for the username. */
export const personDeletion: Screen = {
  path: "/people/:id/delete",
  needs: "people:write",
  async show(visit) {
    const [{ person, etag }, facts] = await Promise.all([personOf(visit), sessionFacts(visit)]);
    return {
      id: "delete-person",
      title: { key: "people.delete.title", values: { person: person.username } },
      crumbs: [
        { href: "/people", label: "people.title" },
        { href: `/people/${part(person.id)}`, label: "people.back" },
      ],
      warning: { key: "people.delete.warning" },
      sections: [
        {
          id: "consequences",
          title: "people.delete.consequences",
          facts,
          form: {
            act: "delete",
            submit: "people.delete",
            isDanger: true,
            etag,
            fields: [
              {
                name: "username",
                label: "people.delete.type",
                type: "text",
                hint: "people.delete.type.hint",
                isRequired: true,
              },
            ],
          },
        },
      ],
    };
  },
  acts: {
    delete: {
      needs: "people:write",
      async run({ api, params, form, etag }) {
        const path = { id: params.id ?? "" };
        const { body: person } = await api.readPerson({ path });
        if (form.get("username")?.trim() !== person.username) throw new Refusal("not_confirmed", "another username");
        await api.deletePerson({ path, ifMatch: etag });
        return { to: "/people", done: "person_deleted" };
      },
    },
  },
};
