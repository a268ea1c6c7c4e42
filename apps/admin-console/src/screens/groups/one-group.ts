import { Refusal } from "../../errors.ts";
import { asked, pageAt, part } from "../list.ts";
import { heldRolesSection } from "../roles/held-roles.ts";
import type { Screen, Submission, Visit } from "../screen.ts";
import { membersSection, settingsSection } from "./group-sections.ts";

const placeOf = ({ params }: Pick<Visit, "params">) => ({ id: params.id ?? "" });
const backTo = ({ params }: Pick<Visit, "params">) => `/groups/${part(params.id ?? "")}`;

/** One group: its members and its roles. */
export const oneGroup: Screen = {
  path: "/groups/:id",
  needs: "roles:read",
  async show(visit) {
    const { api, may } = visit;
    const path = placeOf(visit);
    const cursor = asked(visit, "cursor");
    const [members, held, known, groups] = await Promise.all([
      api.listMembers({ path, query: { ...(cursor && { cursor }) } }),
      api.listRolesOfGroup({ path }),
      api.listRoles({ query: { limit: 200 } }),
      api.readGroup({ path }),
    ]);
    const mayChange = may("roles:write");
    const { name, managed_by: owner } = groups.body;
    const roles = { held: held.body.items, known: known.body.items };
    return {
      id: "group",
      title: { text: name },
      ...(owner === null ? {} : { lock: { key: "managed_by.warning", values: { name: owner } } }),
      crumbs: [{ href: "/groups", label: "groups.title" }],
      sections: [
        membersSection(members.body.items, { mayChange, people: "/people" }),
        heldRolesSection(roles, { empty: "groups.no_roles", mayChange: mayChange && owner === null }),
        ...(mayChange && owner === null ? [settingsSection(name, groups.etag)] : []),
      ],
      next: pageAt(visit, backTo(visit), members.body.next_cursor),
    };
  },
  acts: {
    rename: {
      needs: "roles:write",
      async run(submission) {
        const { api, form, etag } = submission;
        const body = { name: form.get("name")?.trim() ?? "" };
        await api.renameGroup({ path: placeOf(submission), body, ifMatch: etag });
        return { to: backTo(submission), done: "saved" };
      },
    },
    "add-member": { needs: "roles:write", run: addMember },
    "remove-member": {
      needs: "roles:write",
      async run(submission) {
        const path = { ...placeOf(submission), person: submission.form.get("value") ?? "" };
        await submission.api.removeMember({ path });
        return { to: backTo(submission), done: "member_removed" };
      },
    },
    "give-role": {
      needs: "roles:write",
      async run(submission) {
        const path = { ...placeOf(submission), role: submission.form.get("role") ?? "" };
        await submission.api.giveRoleToGroup({ path });
        return { to: backTo(submission), done: "role_given" };
      },
    },
    "take-role": {
      needs: "roles:write",
      async run(submission) {
        const path = { ...placeOf(submission), role: submission.form.get("value") ?? "" };
        await submission.api.takeRoleFromGroup({ path });
        return { to: backTo(submission), done: "role_taken" };
      },
    },
    remove: {
      needs: "roles:write",
      confirmation: {
        label: "groups.delete",
        warning: { key: "groups.delete.warning" },
        async facts(visit) {
          const { body } = await visit.api.readGroup({ path: placeOf(visit) });
          return [{ label: "groups.members", value: { count: body.members } }];
        },
      },
      async run(submission) {
        await submission.api.removeGroup({ path: placeOf(submission) });
        return { to: "/groups", done: "group_deleted" };
      },
    },
  },
};

/** The person is named as people name each other: by the username. */
async function addMember(submission: Submission) {
  const username = submission.form.get("username")?.trim() ?? "";
  const { body } = await submission.api.listPeople({ query: { q: username || "-", limit: 10 } });
  const person = body.items.find((one) => one.username === username);
  if (person === undefined) throw new Refusal("no_such_person", "no person has this username");
  await submission.api.addMember({ path: { ...placeOf(submission), person: person.id } });
  return { to: backTo(submission), done: "member_added" };
}
