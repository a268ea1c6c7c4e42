import type { Answer } from "@countersign/admin-client";
import type { Crumb } from "../../views/model.ts";
import { part } from "../lists/list.ts";
import type { FoundPage, Search } from "../members/adding.ts";
import { crumbsOf } from "../organizations/organization-tabs.ts";
import type { Visit } from "../screen.ts";

export type At = Pick<Visit, "params">;

type Path = Readonly<Record<"id" | "organization" | "group", string>>;

/** The parts of the path that name a group: those of its place. */
export const pathIn = ({ params }: At) => params as Path;

/** Where groups are, the deployment or an organization: their pages differ by this only. */
export interface GroupPlace {
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
  /** The pages above that of a group. */
  readonly crumbs: (visit: Visit) => readonly Crumb[] | Promise<readonly Crumb[]>;
  /** The address below which each member has a page. */
  readonly people: (visit: At) => string;
  /** Finds who may join: the scope that it takes, by what, and how. */
  readonly findsIn: string;
  readonly search: string;
  readonly find: (visit: Visit, search: Search) => Promise<{ readonly body: FoundPage }>;
}

const organizationOf = ({ params }: At) => `/organizations/${part(params.organization ?? "")}`;

/** The groups of the deployment. */
export const DEPLOYMENT: GroupPlace = {
  ...{ path: "/groups/:id", reads: "roles:read", writes: "roles:write" },
  ...{ one: "Group", member: "Member" },
  roles: ({ api }) => api.listRoles({ query: { limit: 200 } }),
  above: () => "/groups",
  address: ({ params }) => `/groups/${part(params.id ?? "")}`,
  crumbs: () => [{ href: "/groups", label: "groups.title" }],
  people: () => "/people",
  ...{ findsIn: "people:read", search: "people.q" },
  find: ({ api }, query) => api.listPeople({ query: { ...query, with_total: "yes" } }),
};

/** The groups of an organization. */
export const ORGANIZATION: GroupPlace = {
  ...{ path: "/organizations/:organization/groups/:group", reads: "organizations:read", writes: "organizations:write" },
  ...{ one: "OrganizationGroup", member: "OrganizationGroupMember" },
  roles: (visit) => visit.api.listOrganizationRoles({ path: pathIn(visit) }),
  above: organizationOf,
  address: (visit) => `${organizationOf(visit)}/groups/${part(visit.params.group ?? "")}`,
  crumbs: crumbsOf,
  people: (visit) => `${organizationOf(visit)}/members`,
  ...{ findsIn: "organizations:read", search: "members.q" },
  find: ({ api, params }, query) =>
    api.listOrganizationMembers({ path: { organization: params.organization ?? "" }, query }),
};
