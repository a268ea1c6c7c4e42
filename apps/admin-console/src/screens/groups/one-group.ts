import type { Answer } from "@countersign/admin-client";
import { Refusal } from "../../errors.ts";
import { dangerZone, deletion } from "../danger-zone.ts";
import { asked, pageAt, part } from "../lists/list.ts";
import { heldRoleActs, heldRolesSection } from "../roles/held-roles.ts";
import type { Act, Confirmation, Screen, Submission, Visit } from "../screen.ts";
import { membersSection, settingsSection } from "./group-sections.ts";

type At = Pick<Visit, "params">;

type Path = Readonly<Record<"id" | "organization" | "group", string>>;

/** The parts of the path that name a group: those of its place. */
const pathIn = ({ params }: At) => params as Path;

/** Where groups are, the deployment or an organization: their pages differ by this only. */
interface GroupPlace {
  readonly path: string;
  readonly reads: string;
  readonly writes: string;
  /** How the operations upon a group, and upon a member of one, are called. */
  readonly one: "Group" | "OrganizationGroup";
  readonly member: "Member" | "OrganizationGroupMember";
  /** The roles that a group may get. */
  readonly roles: (visit: Visit) => Promise<Answer<"listRoles" | "listOrganizationRoles">>;
  /** The page that leads to the group, which is left when it is deleted, and the address of the group. */
  readonly above: (visit: At) => string;
  readonly address: (visit: At) => string;
  readonly crumbs: (visit: At) => readonly { readonly href: string; readonly label: string }[];
  /** The address below which each member has a page. */
  readonly people: (visit: At) => string;
  /** Finds who may join by the username. */
  readonly find: (visit: Visit, username: string) => Promise<{ readonly id: string } | undefined>;
  readonly notFound: string;
}

const organizationOf = ({ params }: At) => `/organizations/${part(params.organization ?? "")}`;

const DEPLOYMENT: GroupPlace = {
  ...{ path: "/groups/:id", reads: "roles:read", writes: "roles:write" },
  ...{ one: "Group", member: "Member" },
  roles: ({ api }) => api.listRoles({ query: { limit: 200 } }),
  above: () => "/groups",
  address: ({ params }) => `/groups/${part(params.id ?? "")}`,
  crumbs: () => [{ href: "/groups", label: "groups.title" }],
  people: () => "/people",
  async find({ api }, username) {
    const { body } = await api.listPeople({ query: { q: username || "-", limit: 10 } });
    return body.items.find((one) => one.username === username);
  },
  notFound: "no person has this username",
};

const ORGANIZATION: GroupPlace = {
  ...{ path: "/organizations/:organization/groups/:group", reads: "organizations:read", writes: "organizations:write" },
  ...{ one: "OrganizationGroup", member: "OrganizationGroupMember" },
  roles: (visit) => visit.api.listOrganizationRoles({ path: pathIn(visit) }),
  above: organizationOf,
  address: (visit) => `${organizationOf(visit)}/groups/${part(visit.params.group ?? "")}`,
  crumbs: (visit) => [
    { href: "/organizations", label: "organizations.title" },
    { href: organizationOf(visit), label: "organizations.back" },
  ],
  people: (visit) => `${organizationOf(visit)}/members`,
  async find({ api, params }, username) {
    const path = { organization: params.organization ?? "" };
    return (await api.listOrganizationMembers({ path, query: { username, limit: 1 } })).body.items[0];
  },
  notFound: "no member has this username",
};

function groupScreen(place: GroupPlace): Screen {
  const { one, member, writes } = place;
  const writing = (run: (submission: Submission) => Promise<string>): Act => ({
    needs: writes,
    run: async (submission) => ({ to: place.address(submission), done: await run(submission) }),
  });
  const deletion: Confirmation = {
    label: "groups.delete",
    warning: { key: "groups.delete.warning" },
    async facts(visit) {
      const { body } = await visit.api[`read${one}`]({ path: pathIn(visit) });
      return [{ label: "groups.members", value: { count: body.members } }];
    },
  };
  return {
    path: place.path,
    needs: place.reads,
    show: (visit) => pageOf(place, visit),
    acts: {
      rename: writing(async (submission) => {
        const { api, form, etag: ifMatch } = submission;
        const body = { name: form.get("name")?.trim() ?? "" };
        await api[`rename${one}`]({ path: pathIn(submission), body, ifMatch });
        return "saved";
      }),
      "add-member": writing(async (submission) => {
        const found = await place.find(submission, submission.form.get("username")?.trim() ?? "");
        if (found === undefined) throw new Refusal("no_such_person", place.notFound);
        await submission.api[`add${member}`]({ path: { ...pathIn(submission), person: found.id } });
        return "member_added";
      }),
      "remove-member": writing(async (submission) => {
        const path = { ...pathIn(submission), person: submission.form.get("value") ?? "" };
        await submission.api[`remove${member}`]({ path });
        return "member_removed";
      }),
      ...heldRoleActs({
        ...{ needs: writes, to: place.address },
        give: (submission, role) => submission.api[`giveRoleTo${one}`]({ path: { ...pathIn(submission), role } }),
        take: (submission, role) => submission.api[`takeRoleFrom${one}`]({ path: { ...pathIn(submission), role } }),
      }),
      remove: {
        needs: writes,
        confirmation: deletion,
        async run(submission) {
          await submission.api[`remove${one}`]({ path: pathIn(submission) });
          return { to: place.above(submission), done: "group_deleted" };
        },
      },
    },
  };
}

/** The members of a group, its roles, and its name. */
async function pageOf(place: GroupPlace, visit: Visit) {
  const { api, may } = visit;
  const path = pathIn(visit);
  const cursor = asked(visit, "cursor");
  const [group, members, held, known] = await Promise.all([
    api[`read${place.one}`]({ path }),
    api[`list${place.member}s`]({ path, query: { ...(cursor && { cursor }) } }),
    api[`listRolesOf${place.one}`]({ path }),
    place.roles(visit),
  ]);
  const mayWrite = may(place.writes);
  const { name, managed_by: owner } = group.body;
  const mayChange = mayWrite && owner === null;
  return {
    id: "group",
    title: { text: name },
    ...(owner !== null && { lock: { key: "managed_by.warning", values: { name: owner } } }),
    crumbs: place.crumbs(visit),
    sections: [
      membersSection(members.body.items, { mayChange: mayWrite, people: place.people(visit) }),
      heldRolesSection({ held: held.body.items, known: known.body.items }, { empty: "groups.no_roles", mayChange }),
      ...(mayChange ? [settingsSection(name, group.etag), dangerZone(deletion("remove", "groups.delete"))] : []),
    ],
    next: pageAt(visit, place.address(visit), members.body.next_cursor),
  };
}

/** One group of the deployment. */
export const oneGroup = groupScreen(DEPLOYMENT);

/** One group of an organization. */
export const organizationGroup = groupScreen(ORGANIZATION);
