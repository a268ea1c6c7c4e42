/** Groups of people as operators see them. */
import { MOST_COUNTED, withCounts } from "./member-counts.ts";
import { fromRecords, queryIn, type Records, type RecordsDatabase } from "./records.ts";

export interface GroupRecord {
  readonly id: string;
  readonly name: string;
  readonly memberCount: number;
  /** The configuration that it belongs to; null for one that operators change by themselves. */
  readonly managedBy: string | null;
}

/** The form in which names of groups are compared: those of the deployment, or those of one organization. */
export const keyOfGroup = (name: string, organizationId?: string): string =>
  `${organizationId === undefined ? "" : `${organizationId}/`}${name.normalize("NFC").toLowerCase()}`;

const LISTED = { select: { id: true, name: true, managedBy: true } } as const;

const one = async (records: Records, found: Omit<GroupRecord, "memberCount"> | null) =>
  found === null ? undefined : (await withCounts("groups", [found], { query: queryIn(records) }))[0];

/** At most `most` groups of the deployment, or of one organization, after a place in their order, by name. */
export function pageOfGroups(
  database: RecordsDatabase,
  page: { after: readonly string[] | undefined; most: number; organizationId?: string },
): Promise<readonly GroupRecord[]> {
  const { after, most, organizationId = null } = page;
  const [nameKey] = after ?? [];
  const where = { organizationId, ...(nameKey === undefined ? {} : { nameKey: { gt: nameKey } }) };
  const orderBy = { nameKey: "asc" as const };
  return fromRecords(database, async (records) => {
    const found = await records.userGroup.findMany({ ...LISTED, where, orderBy, take: most });
    return withCounts("groups", found, { query: queryIn(records), most: MOST_COUNTED });
  });
}

/** The group of an id, of the deployment or of one organization. */
export async function findGroupById(
  database: RecordsDatabase,
  id: string,
  organizationId: string | null = null,
): Promise<GroupRecord | undefined> {
  const where = { id, organizationId };
  return fromRecords(database, async (records) =>
    one(records, await records.userGroup.findFirst({ ...LISTED, where })),
  );
}

/** At most `most` members of a group after a place in their order. */
export function pageOfMembers(
  database: RecordsDatabase,
  { groupId, after, most }: { groupId: string; after: readonly string[] | undefined; most: number },
): Promise<readonly { readonly id: string; readonly username: string }[]> {
  const [userId] = after ?? [];
  const where = { groupId, ...(userId === undefined ? {} : { userId: { gt: userId } }) };
  const select = { user: { select: { id: true, username: true } } };
  return fromRecords(database, async ({ groupMember }) => {
    const members = await groupMember.findMany({ where, select, orderBy: { userId: "asc" }, take: most });
    return members.map(({ user }) => user);
  });
}

/** The group of this name, without regard to case, of the deployment or of one organization. */
export async function findGroup(
  database: RecordsDatabase,
  name: string,
  organizationId?: string,
): Promise<GroupRecord | undefined> {
  // Without the condition, a name that begins with the id of an organization would find a group of it.
  const where = { nameKey: keyOfGroup(name, organizationId), organizationId: organizationId ?? null };
  return fromRecords(database, async (records) =>
    one(records, await records.userGroup.findUnique({ ...LISTED, where })),
  );
}
