import type { Answer } from "@countersign/admin-client";
import type { Button, Link, Section } from "../../views/model.ts";
import { createdFact, headMenu, idFact } from "../head.ts";
import { pageAsked, pagesBeside, part } from "../lists/list.ts";
import { invitersOf } from "../people/invitation-acts.ts";
import type { Act, Confirmation, Screen, Submission, Visit } from "../screen.ts";
import { statusBadge } from "../status.ts";
import { addingLink } from "./add-members.ts";
import { organizationInvitationActs } from "./many-invitations.ts";
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

type Organization = Answer<"readOrganization">["body"];

const value = ({ form }: Submission) => form.get("value") ?? "";

async function organizationOf(visit: Pick<Visit, "api" | "params">) {
  const query = { include: "groups,invitations,domains,roles" };
  const { body, etag } = await visit.api.readOrganization({ path: placeOf(visit), query });
  return { one: body, etag };
}

/** The page of the list that the part has which is shown. */
async function listsOf(visit: Pick<Visit, "api" | "params" | "query">) {
  const { api } = visit;
  const [tab, path] = [tabOf(visit), placeOf(visit)];
  const query = pageAsked(visit);
  const counted = { with_total: "yes", ...query } as const;
  return {
    members: tab === "members" ? (await api.listOrganizationMembers({ path, query })).body : undefined,
    groups: tab === "groups" ? (await api.listOrganizationGroups({ path, query: counted })).body : undefined,
    invitations:
      tab === "invitations" ? (await api.listOrganizationInvitations({ path, query: counted })).body : undefined,
  };
}

/** How many there are in each part, as far as it is known. */
const countsOf = ({ members, included = {} }: Organization) => ({
  members,
  groups: included.groups?.total?.count,
  invitations: included.invitations?.total?.count,
  domains: included.domains?.items.length,
});

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

const scimLink = (back: string): Link => ({ href: `${back}/scim`, label: "scim.link", id: "scim-tokens-link" });

/** What only administrators of the deployment may do. */
const actsUpon = ({ disabled_at }: Pick<Organization, "disabled_at">, back: string): readonly (Button | Link)[] => [
  disabled_at === null
    ? { act: "disable", label: "organizations.disable", isDanger: true }
    : { act: "enable", label: "organizations.enable" },
  { href: `${back}/delete`, label: "organizations.delete", id: "delete-organization", isDanger: true },
];

/** One organization: its members, invitations and domains. */
export const oneOrganization: Screen = {
  path: "/organizations/:organization",
  needs: "organizations:read",
  async show(visit) {
    const { may, organization } = visit;
    const [{ one, etag }, { members, groups, invitations }] = await Promise.all([
      organizationOf(visit),
      listsOf(visit),
    ]);
    const { name, slug, disabled_at, included = {} } = one;
    const { domains, roles } = included;
    const mayWrite = may("organizations:write");
    const mayManage = mayWrite && organization === null;
    const [tab, back] = [tabOf(visit), addressOf(visit)];
    const inviter = await invitersOf(invitations?.items ?? [], visit);
    const adding = mayManage && may("people:read") && tab === "members" ? addingLink(back) : undefined;
    const parts: Readonly<Record<OrganizationTab, () => readonly Section[]>> = {
      members: () => [
        membersSection(members?.items ?? [], { back, mayRemove: mayWrite, adding, roles: roles?.items ?? [] }),
      ],
      groups: () => [groupsSection(groups?.items ?? [], { back, mayWrite })],
      invitations: () => [
        invitationsSection(invitations?.items ?? [], { back, roles: roles?.items ?? [], mayWrite, inviter }),
      ],
      domains: () => [domainsSection(domains?.items ?? [], { mayWrite })],
      settings: () => (mayManage ? settingsSections({ ...one, etag }, back) : []),
    };
    return {
      id: "organization",
      title: { text: name },
      ...(disabled_at !== null && { warning: { key: "organizations.disabled.warning" } }),
      head: {
        look: "thing",
        badge: statusBadge(disabled_at === null),
        facts: [{ text: slug }, idFact(one.id, "organizations.id"), createdFact(one.created_at)],
        ...headMenu(name, [scimLink(back), ...(mayManage ? actsUpon(one, back) : [])]),
      },
      ...(adding && { links: [adding] }),
      crumbs: [{ href: "/organizations", label: "organizations.title" }],
      tabs: tabsOf(visit, countsOf(one), mayManage),
      sections: parts[tab](),
      total: members === undefined ? (groups ?? invitations)?.total : { count: one.members, is_more: false },
      ...pagesBeside(visit, back, members ?? groups ?? invitations ?? {}),
    };
  },
  acts: {
    ...manyMemberActs,
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
    ...organizationInvitationActs,
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
