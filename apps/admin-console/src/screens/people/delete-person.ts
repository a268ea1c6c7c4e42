import { Refusal } from "../../errors.ts";
import { part } from "../list.ts";
import type { Screen } from "../screen.ts";

/** Says what a deletion does, and asks for the username. */
export const personDeletion: Screen = {
  path: "/people/:id/delete",
  needs: "people:write",
  async show({ api, params, may }) {
    const path = { id: params.id ?? "" };
    const [{ body: person, etag }, sessions] = await Promise.all([
      api.readPerson({ path }),
      may("sessions:read") ? api.listSessions({ path }) : undefined,
    ]);
    const clients = new Set(sessions?.body.items.flatMap((session) => session.clients));
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
          ...(sessions && {
            facts: [
              { label: "people.delete.sessions", value: { count: sessions.body.items.length } },
              { label: "people.delete.clients", value: { tags: [...clients] } },
            ],
          }),
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
