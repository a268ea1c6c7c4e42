import { neededText } from "../../views/fields.ts";
import { part } from "../lists/list.ts";
import { type Creation, newOneScreen } from "../lists/new-one.ts";

export const NEW_GROUP: Creation = {
  of: { path: "/groups", title: "groups.title" },
  id: "new-group",
  label: "groups.add",
  needs: "roles:write",
};

export const newGroup = newOneScreen(NEW_GROUP, {
  fields: () => [neededText("groups.name", 100)],
  async add({ api, form, once }) {
    const { body } = await api.addGroup({ body: { name: form.get("name")?.trim() ?? "" }, idempotencyKey: once });
    return { to: `/groups/${part(body.id)}`, done: "group_added" };
  },
});
