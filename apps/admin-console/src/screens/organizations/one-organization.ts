import { Refusal } from "../../errors.ts";
import type { Section } from "../../views/model.ts";
import { asked, pageAt, part } from "../lists/list.ts";
import type { Act, Confirmation, Screen, Submission, Visit } from "../screen.ts";
import { statusBadge } from "../status.ts";
import { manyMemberActs } from "./many-members.ts";
import {
  domainsSection,
  groupsSection,
  invitationsSection,
  membersSection,
  settingsSections,
} from "./organization-sections.ts";
import { addressOf, type OrganizationTab, placeOf, tabOf, tabsOf } from "./organization-tabs.ts";

const writing = (run: (submission: Submission) => Promise<string>, confirmation?: Confirmation): Act => ({
  needs: "organizations:write",
  ...(confirmation !== undefined && { confirmation }),
  run: async (submission) => ({ to: addressOf(submission, tabOf(submission)), done: await run(submission) }),
});

const value = ({ form }: Submission) => form.get("value") ?? "";

async function organizationOf(visit: Pick<Visit, "api" | "params">) {
  const query = { include: "groups,invitations,domains,roles" };
  const { body, etag } = await visit.api.readOrganization({ path: placeOf(visit), query });
  return { one: body, etag };
}

const REMOVE_MEMBER: Confirmation = {
  label: "organizations.remove_member",
  warning: { key: "organizations.remove_member.warning" },
};
const REMOVE_DOMAIN: Confirmation = {
  label: "organizations.remove_domain",
  warning: { key: "organizations.remove_domain.warning" },
};
const DISABLE: Confirmation = {
  label: "organizations.disable",
  warning: { key: "organizations.disable.warning" },
  async facts(visit) {
    const { one } = await organizationOf(visit);
    return [{ label: "organizations.members", value: { count: one.members } }];
  },
};

/** One organization: its members, invitations and domains. */
export const oneOrganization: Screen = {
  path: "/organizations/:organization",
  needs: "organizations:read",
  async show(visit) {
    const { api, may, organization } = visit;
    const path = placeOf(visit);
    const cursor = asked(visit, "cursor");
    const [{ one, etag }, members] = await Promise.all([
      organizationOf(visit),
      api.listOrganizationMembers({ path, query: { ...(cursor && { cursor }) } }),
    ]);
    const { name, slug, disabled_at, members: count, included = {} } = one;
    const { groups, invitations, domains, roles } = included;
    const mayWrite = may("organizations:write");
    const mayManage = mayWrite && organization === null;
    const [tab, back] = [tabOf(visit), addressOf(visit)];
    const mayAdd = mayManage && may("people:read");
    const parts: Readonly<Record<OrganizationTab, () => readonly Section[]>> = {
      members: () => [
        membersSection(members.body.items, { back, mayRemove: mayWrite, mayAdd, roles: roles?.items ?? [] }),
      ],
      groups: () => [groupsSection(groups?.items ?? [], { back, mayWrite })],
      invitations: () => [invitationsSection(invitations?.items ?? [], { back, roles: roles?.items ?? [], mayWrite })],
      domains: () => [domainsSection(domains?.items ?? [], { mayWrite })],
      settings: () => (mayManage ? settingsSections({ ...one, etag }, back) : []),
    };
    return {
      id: "organization",
      title: { text: name },
      ...(disabled_at !== null && { warning: { key: "organizations.disabled.warning" } }),
      head: { look: "thing", badge: statusBadge(disabled_at === null), facts: [{ text: slug, isCode: true }] },
      links: [{ href: `${back}/scim`, label: "scim.link", id: "scim-tokens-link" }],
      crumbs: [{ href: "/organizations", label: "organizations.title" }],
      tabs: tabsOf(visit, { members: count, groups: groups?.items.length, domains: domains?.items.length }, mayManage),
      sections: parts[tab](),
      ...(tab === "members" && { next: pageAt(visit, back, members.body.next_cursor) }),
    };
  },
  acts: {
    ...manyMemberActs,
    // It looks for the person first. Whether they may be added is for the API to say.
    "add-member": { ...writing(addMember), needs: "people:read" },
    "remove-member": writing(async (submission) => {
      await submission.api.removeOrganizationMember({ path: { ...placeOf(submission), person: value(submission) } });
      return "left_organization";
    }, REMOVE_MEMBER),
    "add-group": {
      needs: "organizations:write",
      async run(submission) {
        const { api, form, once } = submission;
        const body = { name: form.get("name")?.trim() ?? "" };
        const added = await api.addOrganizationGroup({ path: placeOf(submission), body, idempotencyKey: once });
        return { to: `${addressOf(submission)}/groups/${part(added.body.id)}`, done: "group_added" };
      },
    },
    withdraw: writing(async (submission) => {
      const path = { ...placeOf(submission), invitation: value(submission) };
      await submission.api.withdrawOrganizationInvitation({ path });
      return "organization_withdrawn";
    }),
    "add-domain": writing(async (submission) => {
      const { api, form, once } = submission;
      const body = { domain: form.get("domain")?.trim() ?? "" };
      await api.addOrganizationDomain({ path: placeOf(submission), body, idempotencyKey: once });
      return "domain_added";
    }),
    "verify-domain": writing(async (submission) => {
      const path = { ...placeOf(submission), domain: value(submission) };
      await submission.api.verifyOrganizationDomain({ path, idempotencyKey: submission.once });
      return "domain_verified";
    }),
    "remove-domain": writing(async (submission) => {
      await submission.api.removeOrganizationDomain({ path: { ...placeOf(submission), domain: value(submission) } });
      return "domain_removed";
    }, REMOVE_DOMAIN),
    rename: writing(async (submission) => {
      const { api, form, etag: ifMatch } = submission;
      await api.changeOrganization({
        path: placeOf(submission),
        body: { name: form.get("name")?.trim() ?? "" },
        ifMatch,
      });
      return "organization_renamed";
    }),
    disable: writing(async (submission) => {
      await submission.api.disableOrganization({ path: placeOf(submission), idempotencyKey: submission.once });
      return "organization_disabled";
    }, DISABLE),
    enable: writing(async (submission) => {
      await submission.api.enableOrganization({ path: placeOf(submission), idempotencyKey: submission.once });
      return "organization_enabled";
    }),
  },
};

/** The person is named as people name each other: by the username. */
async function addMember(submission: Submission): Promise<string> {
  const username = submission.form.get("username")?.trim() ?? "";
  const { body } = await submission.api.listPeople({ query: { q: username || "-", limit: 10 } });
  const person = body.items.find((one) => one.username === username);
  if (person === undefined) throw new Refusal("no_such_person", "no person has this username");
  await submission.api.addOrganizationMember({ path: { ...placeOf(submission), person: person.id } });
  return "joined_organization";
}
