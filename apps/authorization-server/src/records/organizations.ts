/** Organizations as operators and administrators see them. */
import { MOST_COUNTED, withCounts } from "./member-counts.ts";
import { fromRecords, type RecordsDatabase } from "./records.ts";

export interface OrganizationRecord {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly disabledAt: Date | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly memberCount: number;
}

export interface PlaceInList {
  readonly after: readonly string[] | undefined;
  readonly most: number;
}

/** At most `most` organizations after a place in their order, by slug; only the one with this id, if there is one. */
export function pageOfOrganizations(
  database: RecordsDatabase,
  { after, most, only }: PlaceInList & { readonly only?: string | undefined },
): Promise<readonly OrganizationRecord[]> {
  const [slug] = after ?? [];
  const where = {
    ...(slug === undefined ? {} : { slug: { gt: slug } }),
    ...(only === undefined ? {} : { id: only }),
  };
  return fromRecords(database, async (records) => {
    const found = await records.organization.findMany({ where, orderBy: { slug: "asc" }, take: most });
    return withCounts("organizations", found, { records, most: MOST_COUNTED });
  });
}

/** The organization of an id, or of a slug. */
export async function findOrganization(
  database: RecordsDatabase,
  where: { readonly id: string } | { readonly slug: string },
): Promise<OrganizationRecord | undefined> {
  return fromRecords(database, async (records) => {
    const found = await records.organization.findUnique({ where });
    return found === null ? undefined : (await withCounts("organizations", [found], { records }))[0];
  });
}

/** At most `most` members of an organization after a place in their order, or the one with a username. */
export function pageOfOrganizationMembers(
  database: RecordsDatabase,
  page: PlaceInList & { readonly organizationId: string; readonly username?: string | undefined },
): Promise<readonly { readonly id: string; readonly username: string }[]> {
  const { organizationId, after, most, username } = page;
  const [userId] = after ?? [];
  const where = {
    organizationId,
    ...(userId === undefined ? {} : { userId: { gt: userId } }),
    ...(username === undefined ? {} : { user: { username } }),
  };
  const select = { user: { select: { id: true, username: true } } };
  return fromRecords(database, async ({ organizationMember }) => {
    const members = await organizationMember.findMany({ where, select, orderBy: { userId: "asc" }, take: most });
    return members.map(({ user }) => user);
  });
}

/** Whether a person is a member of an organization. */
export const isOrganizationMember = (
  database: RecordsDatabase,
  organizationId_userId: { readonly organizationId: string; readonly userId: string },
): Promise<boolean> =>
  fromRecords(
    database,
    async ({ organizationMember }) =>
      (await organizationMember.findUnique({ where: { organizationId_userId }, select: { userId: true } })) !== null,
  );

export interface OrganizationDomainRecord {
  readonly id: string;
  readonly domain: string;
  /** What its TXT record must say. */
  readonly token: string;
  readonly verifiedAt: Date | null;
  /** Since when the record of a verified domain is gone, and since when another organization proves the domain. */
  readonly missingSince: Date | null;
  readonly contestedAt: Date | null;
}

const DOMAIN = {
  ...{ id: true, domain: true, token: true, verifiedAt: true },
  ...{ missingSince: true, contestedAt: true },
} as const;

/** The domains of an organization, by name. They are few. */
export const listOrganizationDomains = (
  database: RecordsDatabase,
  organizationId: string,
): Promise<readonly OrganizationDomainRecord[]> =>
  fromRecords(database, ({ organizationDomain }) =>
    organizationDomain.findMany({ select: DOMAIN, where: { organizationId }, orderBy: { domain: "asc" } }),
  );

/** A domain of an organization. */
export async function findOrganizationDomain(
  database: RecordsDatabase,
  where: { readonly organizationId: string; readonly id: string },
): Promise<OrganizationDomainRecord | undefined> {
  const found = await fromRecords(database, ({ organizationDomain }) =>
    organizationDomain.findFirst({ select: DOMAIN, where }),
  );
  return found ?? undefined;
}
