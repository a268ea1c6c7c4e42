import { neededText } from "../../views/fields.ts";
import { part } from "../lists/list.ts";
import { type Creation, newOneScreen } from "../lists/new-one.ts";

export const NEW_ORGANIZATION: Creation = {
  of: { path: "/organizations", title: "organizations.title" },
  id: "new-organization",
  label: "organizations.add",
  needs: "organizations:write",
};

export const newOrganization = newOneScreen(NEW_ORGANIZATION, {
  fields: () => [neededText("organizations.name", 100), neededText("organizations.slug", 40, { hasHint: true })],
  async add({ api, form, once }) {
    const [slug, name] = [form.get("slug")?.trim() ?? "", form.get("name")?.trim() ?? ""];
    const { body } = await api.addOrganization({ body: { slug, name }, idempotencyKey: once });
    return { to: `/organizations/${part(body.id)}`, done: "organization_added" };
  },
});
