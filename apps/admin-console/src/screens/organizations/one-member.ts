import { part } from "../lists/list.ts";
import { heldRolesSection } from "../roles/held-roles.ts";
import type { Screen, Visit } from "../screen.ts";

const placeOf = ({ params }: Pick<Visit, "params">) => ({
  organization: params.organization ?? "",
  person: params.person ?? "",
});
const backTo = ({ params }: Pick<Visit, "params">) =>
  `/organizations/${part(params.organization ?? "")}/members/${part(params.person ?? "")}`;

/** The roles that one member has in an organization. */
export const oneMember: Screen = {
  path: "/organizations/:organization/members/:person",
  needs: "organizations:read",
  async show(visit) {
    const { api, may } = visit;
    const path = placeOf(visit);
    const [one, held, known] = await Promise.all([
      api.readOrganization({ path }),
      api.listRolesOfMember({ path }),
      api.listOrganizationRoles({ path }),
    ]);
    const roles = { held: held.body.items, known: known.body.items };
    return {
      id: "member",
      title: { key: "organizations.member", values: { name: one.body.name } },
      crumbs: [
        { href: "/organizations", label: "organizations.title" },
        { href: `/organizations/${part(path.organization)}`, text: one.body.name },
      ],
      sections: [heldRolesSection(roles, { empty: "organizations.no_roles", mayChange: may("organizations:write") })],
    };
  },
  acts: {
    "give-role": {
      needs: "organizations:write",
      async run(submission) {
        const path = { ...placeOf(submission), role: submission.form.get("role") ?? "" };
        await submission.api.giveRoleToMember({ path });
        return { to: backTo(submission), done: "role_given" };
      },
    },
    "take-role": {
      needs: "organizations:write",
      async run(submission) {
        const path = { ...placeOf(submission), role: submission.form.get("value") ?? "" };
        await submission.api.takeRoleFromMember({ path });
        return { to: backTo(submission), done: "role_taken" };
      },
    },
  },
};
