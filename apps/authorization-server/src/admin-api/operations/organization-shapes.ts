/** Organizations as the administration API shows them. */
import { z } from "zod";
import type { Dependencies } from "../../dependencies.ts";
import { findOrganization, isOrganizationMember, type OrganizationRecord } from "../../records/organizations.ts";
import type { Reply } from "../operation.ts";
import { notFound } from "../problem.ts";
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

/** The organization in the path. */
export async function organizationIn({ organization: id }: Params, { database }: Reading): Promise<OrganizationRecord> {
  const found = isId(id) ? await findOrganization(database, { id }) : undefined;
  if (found === undefined) throw notFound("organization");
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

/** The member in the path, of the organization in the path. */
export async function memberIn(params: Params, reading: Reading) {
  const { id: organizationId } = await organizationIn(params, reading);
  const { person: userId } = params;
  const member = isId(userId) ? { organizationId, userId } : undefined;
  if (member === undefined || !(await isOrganizationMember(reading.database, member))) throw notFound("member");
  return member;
}
