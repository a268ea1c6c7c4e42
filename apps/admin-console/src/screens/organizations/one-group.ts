import { Refusal } from "../../errors.ts";
import { membersSection, settingsSection } from "../groups/group-sections.ts";
import { asked, pageAt, part } from "../list.ts";
import { heldRolesSection } from "../roles/held-roles.ts";
import type { Act, Confirmation, Screen, Submission, Visit } from "../screen.ts";

const placeOf = ({ params }: Pick<Visit, "params">) => ({
  organization: params.organization ?? "",
  group: params.group ?? "",
});
const organizationOf = ({ params }: Pick<Visit, "params">) => `/organizations/${part(params.organization ?? "")}`;
const backTo = (visit: Pick<Visit, "params">) => `${organizationOf(visit)}/groups/${part(visit.params.group ?? "")}`;

const writing = (run: (submission: Submission) => Promise<string>): Act => ({
  needs: "organizations:write",
  run: async (submission) => ({ to: backTo(submission), done: await run(submission) }),
});

const DELETION: Confirmation = {
  label: "groups.delete",
  warning: { key: "groups.delete.warning" },
  async facts(visit) {
    const { body } = await visit.api.readOrganizationGroup({ path: placeOf(visit) });
    return [{ label: "groups.members", value: { count: body.members } }];
  },
};

/** One group of an organization: its members, and its roles there. */
export const organizationGroup: Screen = {
  path: "/organizations/:organization/groups/:group",
  needs: "organizations:read",
  async show(visit) {
    const { api, may } = visit;
    const path = placeOf(visit);
    const cursor = asked(visit, "cursor");
    const [group, members, held, known] = await Promise.all([
      api.readOrganizationGroup({ path }),
      api.listOrganizationGroupMembers({ path, query: { ...(cursor && { cursor }) } }),
      api.listRolesOfOrganizationGroup({ path }),
      api.listOrganizationRoles({ path }),
    ]);
    const mayChange = may("organizations:write");
    const roles = { held: held.body.items, known: known.body.items };
    return {
      id: "group",
      title: { text: group.body.name },
      crumbs: [
        { href: "/organizations", label: "organizations.title" },
        { href: organizationOf(visit), label: "organizations.back" },
      ],
      sections: [
        membersSection(members.body.items, { mayChange, people: `${organizationOf(visit)}/members` }),
        heldRolesSection(roles, { empty: "groups.no_roles", mayChange }),
        ...(mayChange ? [settingsSection(group.body.name, group.etag)] : []),
      ],
      next: pageAt(visit, backTo(visit), members.body.next_cursor),
    };
  },
  acts: {
    rename: writing(async (submission) => {
      const { api, form, etag: ifMatch } = submission;
      const body = { name: form.get("name")?.trim() ?? "" };
      await api.renameOrganizationGroup({ path: placeOf(submission), body, ifMatch });
      return "saved";
    }),
    "add-member": writing(addMember),
    "remove-member": writing(async (submission) => {
      const path = { ...placeOf(submission), person: submission.form.get("value") ?? "" };
      await submission.api.removeOrganizationGroupMember({ path });
      return "member_removed";
    }),
    "give-role": writing(async (submission) => {
      const path = { ...placeOf(submission), role: submission.form.get("role") ?? "" };
      await submission.api.giveRoleToOrganizationGroup({ path });
      return "role_given";
    }),
    "take-role": writing(async (submission) => {
      const path = { ...placeOf(submission), role: submission.form.get("value") ?? "" };
      await submission.api.takeRoleFromOrganizationGroup({ path });
      return "role_taken";
    }),
    remove: {
      needs: "organizations:write",
      confirmation: DELETION,
      async run(submission) {
        await submission.api.removeOrganizationGroup({ path: placeOf(submission) });
        return { to: organizationOf(submission), done: "group_deleted" };
      },
    },
  },
};

/** The member is named as people name each other: by the username. */
async function addMember(submission: Submission): Promise<string> {
  const { api, form } = submission;
  const path = placeOf(submission);
  const username = form.get("username")?.trim() ?? "";
  const { body } = await api.listOrganizationMembers({ path, query: { username, limit: 1 } });
  const [member] = body.items;
  if (member === undefined) throw new Refusal("no_such_person", "no member has this username");
  await api.addOrganizationGroupMember({ path: { ...path, person: member.id } });
  return "member_added";
}
