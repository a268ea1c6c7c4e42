/** Groups by their place, the deployment or an organization: how their operations are called, and each is found. */
import type { Caller } from "../../api/access/access.ts";
import { notFound, notNamed } from "../../api/problem.ts";
import { type Naming, named, personIn } from "../../api/requests/named.ts";
import type { AdminScope } from "../../api/scopes.ts";
import { isId } from "../../api/shapes.ts";
import { memberIn, organizationIn } from "../../organizations/operations/organization-shapes.ts";
import type { Params } from "../../roles/operations/role-shapes.ts";
import { type FoundGroup, findGroup, findGroupById } from "../store.ts";

/** Where groups are. The operations of both places differ by this only. */
export interface GroupPlace {
  readonly path: "/groups" | "/organizations/:organization/groups";
  /** The part of a path that names a group. */
  readonly part: "id" | "group";
  readonly reads: AdminScope;
  readonly writes: AdminScope;
  /** Whether administrators of the organization use the operations, too. */
  readonly scoped: { readonly forOrganizationAdmins?: true };
  /** How the ids of operations upon a group, and upon a member of one, end. */
  readonly one: "Group" | "OrganizationGroup";
  readonly member: "Member" | "OrganizationGroupMember";
  /** How summaries and lines of commands end. */
  readonly of: string;
  readonly option: string;
  /** How summaries say who joins and who leaves, and what is said of a member who joins. */
  readonly joining: string;
  readonly leaving: string;
  /** The same of many. */
  readonly manyJoining: string;
  readonly already: string;
  /** The organization in a path; undefined for the deployment. */
  organizationOf(params: Params, deps: Naming): Promise<string | undefined>;
  /** A person who may be in a group. */
  personIn(params: Params, caller: Caller, deps: Naming): Promise<string>;
}

export const DEPLOYMENT: GroupPlace = {
  ...{ path: "/groups", part: "id", reads: "roles:read", writes: "roles:write", scoped: {} },
  ...{ one: "Group", member: "Member", of: "", option: "" },
  ...{ joining: "a user to a group", leaving: "a user from a group" },
  manyJoining: "users to a group",
  already: "the user is a member of the group already",
  organizationOf: async () => undefined,
  personIn: (params, caller, deps) => personIn({ id: params.person ?? "" }, caller, deps),
};

export const ORGANIZATION: GroupPlace = {
  ...{ path: "/organizations/:organization/groups", part: "group" },
  ...{ reads: "organizations:read", writes: "organizations:write", scoped: { forOrganizationAdmins: true } },
  ...{ one: "OrganizationGroup", member: "OrganizationGroupMember" },
  ...{ of: " of an organization", option: " --organization <slug>" },
  ...{ joining: "a member of an organization to a group of it", leaving: "a member from a group of an organization" },
  manyJoining: "members of an organization to a group of it",
  already: "the member is in the group already",
  organizationOf: async (params, deps) => (await organizationIn(params, deps)).id,
  personIn: async (params, caller, deps) => (await memberIn(params, caller, deps)).userId,
};

/** The path of one group. */
export const pathOf = ({ path, part }: GroupPlace): `/${string}` => `${path}/:${part}`;

/** The address of a group below the API. */
export const locationOf = (id: string, organizationId: string | undefined): string =>
  organizationId === undefined ? `/groups/${id}` : `/organizations/${organizationId}/groups/${id}`;

export interface PlacedGroup extends FoundGroup {
  readonly organizationId: string | undefined;
}

/** The group in the path, by its id, or for those who may read groups by its name. */
export async function groupIn(
  place: GroupPlace,
  params: Params,
  { scopes }: Pick<Caller, "scopes">,
  deps: Naming,
): Promise<PlacedGroup> {
  const organizationId = await place.organizationOf(params, deps);
  const reference = params[place.part] ?? "";
  if (!(isId(reference) || scopes.includes(place.reads))) throw notFound("group");
  const by = {
    byId: () => findGroupById(deps.database, reference, organizationId),
    byName: () => findGroup(deps.database, reference, organizationId),
  };
  const found = await named(reference, by, deps);
  if (found === undefined) throw notNamed("group", reference);
  return { ...found, organizationId };
}
