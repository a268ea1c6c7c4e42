import { Refusal } from "../../errors.ts";
import { part } from "../list.ts";
import type { Screen, Visit } from "../screen.ts";

const placeOf = ({ params }: Pick<Visit, "params">) => ({ organization: params.organization ?? "" });

/** Says what a deletion does, and asks for the slug. */
export const organizationDeletion: Screen = {
  path: "/organizations/:organization/delete",
  needs: "organizations:write",
  async show(visit) {
    if (visit.organization !== null) throw new Refusal("not_allowed", "it is for administrators of the deployment");
    const { body, etag } = await visit.api.readOrganization({ path: placeOf(visit) });
    return {
      id: "delete-organization",
      title: { key: "organizations.delete.title", values: { name: body.name } },
      crumbs: [
        { href: "/organizations", label: "organizations.title" },
        { href: `/organizations/${part(body.id)}`, label: "organizations.back" },
      ],
      warning: { key: "organizations.delete.warning" },
      sections: [
        {
          id: "consequences",
          title: "organizations.delete",
          facts: [{ label: "organizations.members", value: { count: body.members } }],
          form: {
            act: "delete",
            submit: "organizations.delete",
            isDanger: true,
            etag,
            fields: [{ name: "slug", label: "organizations.delete.type", type: "text", isRequired: true }],
          },
        },
      ],
    };
  },
  acts: {
    delete: {
      needs: "organizations:write",
      async run(submission) {
        const { api, form, etag } = submission;
        const path = placeOf(submission);
        const { body } = await api.readOrganization({ path });
        if (form.get("slug")?.trim() !== body.slug) throw new Refusal("not_confirmed", "another slug");
        await api.removeOrganization({ path, ifMatch: etag });
        return { to: "/organizations", done: "organization_deleted" };
      },
    },
  },
};
