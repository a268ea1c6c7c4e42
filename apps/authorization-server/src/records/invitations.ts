/** Open invitations as administrators see them. */
import { fromRecords, type RecordsDatabase } from "./records.ts";

export interface InvitationRecord {
  readonly id: string;
  readonly address: string;
  readonly addressCanonical: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly roleIds: readonly string[];
}

const OMIT = { tokenHash: true } as const;

/** At most `most` open invitations after a place in their order, by address. */
export function pageOfInvitations(
  database: RecordsDatabase,
  { after, most, at }: { readonly after: readonly string[] | undefined; readonly most: number; readonly at: Date },
): Promise<readonly InvitationRecord[]> {
  const [address] = after ?? [];
  const where = { expiresAt: { gt: at }, ...(address === undefined ? {} : { addressCanonical: { gt: address } }) };
  return fromRecords(database, ({ invitation }) =>
    invitation.findMany({ where, omit: OMIT, orderBy: { addressCanonical: "asc" }, take: most }),
  );
}

/** The open invitation with this id. */
export async function findInvitation(
  database: RecordsDatabase,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<InvitationRecord | undefined> {
  const where = { id, expiresAt: { gt: at } };
  const found = await fromRecords(database, ({ invitation }) => invitation.findFirst({ where, omit: OMIT }));
  return found ?? undefined;
}

/** The open invitation for this address in canonical form. */
export async function findInvitationFor(
  database: RecordsDatabase,
  { canonical, at }: { readonly canonical: string; readonly at: Date },
): Promise<InvitationRecord | undefined> {
  const where = { addressCanonical: canonical, expiresAt: { gt: at } };
  const found = await fromRecords(database, ({ invitation }) => invitation.findFirst({ where, omit: OMIT }));
  return found ?? undefined;
}
