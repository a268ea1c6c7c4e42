import { field, neededText } from "../../views/fields.ts";
import { filled } from "../../views/form.ts";
import { part } from "../lists/list.ts";
import type { Screen } from "../screen.ts";

/** An account with a password, which its person should change. */
export const newPerson: Screen = {
  path: "/people/new",
  needs: "people:write",
  show: async () => ({
    id: "new-person",
    title: { key: "people.add" },
    crumbs: [{ href: "/people", label: "people.title" }],
    sections: [
      {
        id: "account",
        title: "people.account",
        form: {
          act: "add",
          submit: "people.add",
          fields: [
            neededText("people.username", 100),
            field("text", "people.name", { maxLength: 200 }),
            field("email", "people.email", { maxLength: 254 }),
            field("password", "people.password", { hasHint: true, isRequired: true, autocomplete: "new-password" }),
          ],
        },
      },
    ],
  }),
  acts: {
    add: {
      needs: "people:write",
      async run({ api, form, once }) {
        const [name, email] = [filled(form, "name"), filled(form, "email")];
        const { body } = await api.addPerson({
          body: {
            username: form.get("username")?.trim() ?? "",
            password: form.get("password") ?? "",
            claims: { ...(name && { name }), ...(email && { email }) },
          },
          idempotencyKey: once,
        });
        return { to: `/people/${part(body.id)}`, done: "person_added" };
      },
    },
  },
};
