/** Organizations as the administration API shows them. */
import { z } from "zod";
import type { Dependencies } from "../../dependencies.ts";
import { findOrganization, isOrganizationMember, type OrganizationRecord } from "../../records/organizations.ts";
import { findPerson } from "../../records/people.ts";
import type { Reply } from "../operation.ts";
import { notNamed } from "../problem.ts";
import { isId, time, written } from "../shapes.ts";
import type { Params } from "./role-shapes.ts";

export const organization = z.strictObject({
  id: z.uuid(),
  slug: z.string().meta({ description: "its name in scopes: `organization:<slug>`" }),
  name: z.string(),
  members: z.int().meta({ description: "how many; lists count up to 10000" }),
  disabled_at: time.nullable(),
  created_at: time,
});

export const shownOrganization = ({ id, slug, name, memberCount, disabledAt, createdAt }: OrganizationRecord) => ({
  id,
  slug,
  name,
  members: memberCount,
  disabled_at: written(disabledAt),
  created_at: createdAt.toISOString(),
});

type Reading = Pick<Dependencies, "database">;

/** The organization in the path, by its id or by its slug. */
export async function organizationIn(
  { organization: named = "" }: Params,
  { database }: Reading,
): Promise<OrganizationRecord> {
  const found = await findOrganization(database, isId(named) ? { id: named } : { slug: named });
  if (found === undefined) throw notNamed("organization", named);
  return found;
}

/** What changes with an organization. How many members it has is no part of it. */
export const versionOf = ({ id, version }: Pick<OrganizationRecord, "id" | "version">) => ({ id, version });

/** An organization with its version. */
export async function replyAbout(
  params: Params,
  reading: Reading,
): Promise<Reply<ReturnType<typeof shownOrganization>>> {
  const found = await organizationIn(params, reading);
  return { body: shownOrganization(found), version: versionOf(found) };
}

/** The member in the path, by their id or their username, of the organization in the path. */
export async function memberIn(params: Params, reading: Reading) {
  const { id: organizationId } = await organizationIn(params, reading);
  const { person = "" } = params;
  const userId = isId(person) ? person : (await findPerson(reading.database, person))?.id;
  const member = userId && { organizationId, userId };
  if (!(member && (await isOrganizationMember(reading.database, member)))) throw notNamed("member", person);
  return member;
}
