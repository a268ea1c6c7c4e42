/** Operations on organizations. */
import { displayName, slug } from "@countersign/rules";
import { z } from "zod";
import { countOrganizations, pageOfOrganizations } from "../../../platform/records/organizations.ts";
import type { Locked } from "../../../platform/stores/locked.ts";
import { assertMatch } from "../../api/etag.ts";
import { including } from "../../api/lists/include.ts";
import { cut, listQuery, pageOf, partOf, total, totalIf, withTotal } from "../../api/lists/list.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { notFound } from "../../api/problem.ts";
import { listOrganizationGroups } from "../../groups/operations/groups.ts";
import {
  addOrganization,
  changeOrganization,
  enableOrganization,
  type HeldOrganization,
  removeOrganization,
} from "../organizations.ts";
import { listOrganizationsOfPerson } from "./of-person.ts";
import { listDomains } from "./organization-domains.ts";
import { listInvitations } from "./organization-invitations.ts";
import { listOrganizationRoles } from "./organization-members.ts";
import { organization, organizationIn, replyAbout, shownOrganization, versionOf } from "./organization-shapes.ts";

const name = displayName.meta({ description: "what it is called" });

export const listOrganizations = defineOperation({
  id: "listOrganizations",
  method: "GET",
  path: "/organizations",
  summary: "The organizations, by slug, or those with a part of a text in their slug or name",
  scope: "organizations:read",
  forOrganizationAdmins: true,
  isList: true,
  query: z.strictObject({
    q: partOf(["a slug", "a name"]),
    with_total: withTotal,
    ...listQuery,
  }),
  answer: pageOf(organization).extend({ total }),
  command: {
    line: "organizations list",
    leavesOut: ["with_total"],
    columns: ["slug", "name", "members", "disabled_at"],
    empty: "No organizations yet.",
  },
  async handle({ query: { q: part, limit, with_total }, place, caller: { organizationId: only } }, { database }) {
    const page = { after: place, most: limit + 1, only, part };
    const { items, last } = cut(await pageOfOrganizations(database, page), limit);
    const total = await totalIf(with_total, (most) => countOrganizations(database, { only, part, most }));
    return { body: { items: items.map(shownOrganization), ...total }, next: last && [last.slug] };
  },
});

const addOneOrganization = defineOperation({
  id: "addOrganization",
  method: "POST",
  path: "/organizations",
  summary: "Creates an organization without members",
  scope: "organizations:write",
  needsStepUp: true,
  body: z.strictObject({
    slug: slug.meta({ description: "lower-case letters, digits and hyphens; it never changes" }),
    name,
  }),
  status: 201,
  answer: organization,
  command: { line: "organizations add <slug> <name>" },
  async handle({ body, by }, deps) {
    const id = await addOrganization(deps.database, body, by);
    return { ...(await replyAbout({ organization: id }, deps)), location: `/organizations/${id}` };
  },
});

const MOST_OF_PART = 200;
const page = () => ({ limit: MOST_OF_PART, with_total: "yes" });

const readOrganization = including(
  defineOperation({
    id: "readOrganization",
    method: "GET",
    path: "/organizations/:organization",
    summary: "One organization, and with include what belongs to it",
    scope: "organizations:read",
    forOrganizationAdmins: true,
    answer: organization,
    handle: ({ params }, deps) => replyAbout(params, deps),
  }),
  {
    groups: { operation: listOrganizationGroups, query: () => ({ ...page(), with_members: "no" }) },
    invitations: { operation: listInvitations, query: page },
    domains: { operation: listDomains },
    roles: { operation: listOrganizationRoles },
  },
);

const changeOneOrganization = defineOperation({
  id: "changeOrganization",
  method: "PATCH",
  path: "/organizations/:organization",
  summary: "Renames an organization",
  scope: "organizations:write",
  needsMatch: true,
  body: z.strictObject({ name }),
  answer: organization,
  command: { line: "organizations rename <slug> <name>", takes: { slug: "organization" } },
  async handle({ params, body, by, ifMatch }, deps) {
    const { id } = await organizationIn(params, deps);
    const assertMeantFor = (held: Locked<HeldOrganization>) => assertMatch(ifMatch, held, versionOf);
    const isChanged = await changeOrganization(deps.database, { id, name: body.name }, by, assertMeantFor);
    if (!isChanged) throw notFound("organization");
    return replyAbout(params, deps);
  },
});

const enabling = (id: string, isEnabled: boolean, summary: string) =>
  defineOperation({
    id,
    method: "POST",
    path: `/organizations/:organization/${isEnabled ? "enable" : "disable"}`,
    summary,
    scope: "organizations:write",
    needsStepUp: true,
    answer: organization,
    command: { line: `organizations ${isEnabled ? "enable" : "disable"} <slug>`, takes: { slug: "organization" } },
    async handle({ params, by }, deps) {
      const found = await organizationIn(params, deps);
      const isDone = await enableOrganization(deps.database, { id: found.id, isEnabled }, by);
      const already = isDone ? undefined : `the organization is ${isEnabled ? "enabled" : "disabled"} already`;
      return { ...(await replyAbout(params, deps)), already };
    },
  });

const removeOneOrganization = defineOperation({
  id: "removeOrganization",
  method: "DELETE",
  path: "/organizations/:organization",
  summary: "Deletes an organization with its groups, roles, domains and invitations; its members keep their accounts",
  scope: "organizations:write",
  needsStepUp: true,
  needsMatch: true,
  command: {
    line: "organizations remove <slug>",
    takes: { slug: "organization" },
    done: "removed",
    says: ({ slug }) => `The organization ${slug} is removed.`,
  },
  async handle({ params, by, ifMatch }, deps) {
    const { id } = await organizationIn(params, deps);
    const assertMeantFor = (held: Locked<HeldOrganization>) => assertMatch(ifMatch, held, versionOf);
    if (!(await removeOrganization(deps.database, id, by, assertMeantFor))) throw notFound("organization");
    return { body: undefined };
  },
});

export const organizationOperations: readonly Operation[] = [
  listOrganizations,
  addOneOrganization,
  readOrganization,
  changeOneOrganization,
  enabling("disableOrganization", false, "Disables an organization: no token is issued for it"),
  enabling("enableOrganization", true, "Enables a disabled organization"),
  removeOneOrganization,
  listOrganizationsOfPerson,
];
