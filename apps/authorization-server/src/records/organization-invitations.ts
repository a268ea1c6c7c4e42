/** Open invitations into organizations as administrators see them. */
import type { PlaceInList } from "./organizations.ts";
import { fromRecords, type RecordsDatabase } from "./records.ts";

export interface OrganizationInvitationRecord {
  readonly id: string;
  readonly address: string;
  readonly addressCanonical: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly roleIds: readonly string[];
}

/** At most `most` open invitations into an organization after a place in their order, by address. */
export function pageOfOrganizationInvitations(
  database: RecordsDatabase,
  { organizationId, after, most, at }: PlaceInList & { readonly organizationId: string; readonly at: Date },
): Promise<readonly OrganizationInvitationRecord[]> {
  const [address] = after ?? [];
  const where = {
    organizationId,
    expiresAt: { gt: at },
    ...(address === undefined ? {} : { addressCanonical: { gt: address } }),
  };
  return fromRecords(database, ({ organizationInvitation }) =>
    organizationInvitation.findMany({ where, orderBy: { addressCanonical: "asc" }, take: most }),
  );
}

/** The invitation into an organization with this id. */
export async function findOrganizationInvitation(
  database: RecordsDatabase,
  where: { readonly organizationId: string; readonly id: string },
): Promise<OrganizationInvitationRecord | undefined> {
  const found = await fromRecords(database, ({ organizationInvitation }) =>
    organizationInvitation.findFirst({ where }),
  );
  return found ?? undefined;
}
