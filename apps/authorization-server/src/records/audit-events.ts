/** The audit trail as operators read it. */
import type { Database, Prisma } from "@countersign/database";
import { findPerson } from "./people.ts";
import { fromRecords, type RecordsDatabase } from "./records.ts";

const LISTED = {
  at: true,
  type: true,
  actor: true,
  actorId: true,
  userId: true,
  clientId: true,
  address: true,
  detail: true,
} satisfies Prisma.AuditEventSelect;

export type ListedEvent = Readonly<Prisma.AuditEventGetPayload<{ select: typeof LISTED }>>;

/** Which events to list. An undefined member restricts nothing. */
export interface AuditFilter {
  readonly since: Date | undefined;
  readonly type: string | undefined;
  /** The id or the username of a person. */
  readonly user: string | undefined;
  readonly clientId: string | undefined;
  readonly limit: number;
}

/** The events that match a filter, the newest first. */
export async function listAuditEvents(
  database: RecordsDatabase & Pick<Database, "pool">,
  { since, type, user, clientId, limit }: AuditFilter,
): Promise<readonly ListedEvent[]> {
  const where: Prisma.AuditEventWhereInput = {
    ...(since && { at: { gte: since } }),
    ...(type !== undefined && { type }),
    ...(user !== undefined && { userId: { in: await idsOf(database, user) } }),
    ...(clientId !== undefined && { clientId }),
  };
  return fromRecords(database, ({ auditEvent }) =>
    auditEvent.findMany({ select: LISTED, where, orderBy: { id: "desc" }, take: limit }),
  );
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function idsOf(database: RecordsDatabase & Pick<Database, "pool">, user: string): Promise<string[]> {
  const named = await findPerson(database, user);
  return [...(UUID.test(user) ? [user.toLowerCase()] : []), ...(named === undefined ? [] : [named.id])];
}
