/** Organizations as the administration API shows them. */
import { z } from "zod";
import {
  findOrganization,
  isOrganizationMember,
  type OrganizationRecord,
} from "../../../platform/records/organizations.ts";
import { findPerson } from "../../../platform/records/people.ts";
import type { Caller } from "../../api/access/access.ts";
import type { Reply } from "../../api/operation.ts";
import { notFound, notNamed } from "../../api/problem.ts";
import { type Naming, named } from "../../api/requests/named.ts";
import { isId, spelled, time } from "../../api/shapes.ts";
import type { Params } from "../../roles/operations/role-shapes.ts";

export const organization = z.strictObject({
  id: z.uuid(),
  slug: z.string().meta({ description: "its name in scopes: `organization:<slug>`" }),
  name: z.string(),
  members: z.int().meta({ description: "how many; lists count up to 10000" }),
  disabled_at: time.nullable(),
  created_at: time,
});

export const shownOrganization = ({ memberCount: members, ...held }: OrganizationRecord) =>
  spelled(organization, { ...held, members });

/** The organization in the path, by its id or by its slug. */
export async function organizationIn({ organization = "" }: Params, deps: Naming): Promise<OrganizationRecord> {
  const { database } = deps;
  const by = {
    byId: (id: string) => findOrganization(database, { id }),
    byName: (slug: string) => findOrganization(database, { slug }),
  };
  const found = await named(organization, by, deps);
  if (found === undefined) throw notNamed("organization", organization);
  return found;
}

/** What changes with an organization. How many members it has is no part of it. */
export const versionOf = ({ id, version }: Pick<OrganizationRecord, "id" | "version">) => ({ id, version });

/** An organization with its version. */
export async function replyAbout(
  params: Params,
  reading: Naming,
): Promise<Reply<ReturnType<typeof shownOrganization>>> {
  const found = await organizationIn(params, reading);
  return { body: shownOrganization(found), version: versionOf(found) };
}

/** The member in the path, by their id, or by their username for those who may read the members of the organization. */
export async function memberIn(params: Params, { scopes }: Pick<Caller, "scopes">, deps: Naming) {
  const { id: organizationId } = await organizationIn(params, deps);
  const { person = "" } = params;
  if (!(isId(person) || scopes.includes("organizations:read"))) throw notFound("member");
  const by = {
    byId: async (userId: string) => userId,
    byName: async (username: string) => (await findPerson(deps.database, username))?.id,
  };
  const userId = await named(person, by, deps);
  const member = userId && { organizationId, userId };
  if (!(member && (await isOrganizationMember(deps.database, member)))) throw notNamed("member", person);
  return member;
}
