/** The audit trail as operators read it. */
import type { Database, Prisma } from "@countersign/database";
import { shownPersonal } from "../stores/person/person-keys.ts";
import { findPerson } from "./people.ts";
import { fromRecords, type Records, type RecordsDatabase } from "./records.ts";

const LISTED = {
  at: true,
  type: true,
  actor: true,
  actorId: true,
  userId: true,
  clientId: true,
  address: true,
  detail: true,
  sealedPersonal: true,
} satisfies Prisma.AuditEventSelect;

type StoredEvent = Readonly<Prisma.AuditEventGetPayload<{ select: typeof LISTED }>>;

/** An event as it is listed. Its details include those that name the person, unless the person was erased. */
export interface ListedEvent extends Omit<StoredEvent, "sealedPersonal" | "detail"> {
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Which events to list. An undefined member restricts nothing. */
export interface AuditFilter {
  readonly since: Date | undefined;
  readonly type: string | undefined;
  /** The id or the username of a person. */
  readonly user: string | undefined;
  readonly clientId: string | undefined;
  readonly limit: number;
}

const NEWEST_FIRST = [{ at: "desc" as const }, { id: "desc" as const }];

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
  return fromRecords(database, async (records) => {
    const events = await records.auditEvent.findMany({ select: LISTED, where, orderBy: NEWEST_FIRST, take: limit });
    return openedAll(events, records);
  });
}

/** The events, with the details that name people who were not erased. */
async function openedAll<Event extends StoredEvent>(events: readonly Event[], { personKey }: Records) {
  const sealed = events.flatMap(({ sealedPersonal, userId }) => (sealedPersonal && userId ? [userId] : []));
  const keys = await personKey.findMany({ where: { userId: { in: [...new Set(sealed)] } } });
  return events.map((event) => opened(event, keys.find(({ userId }) => userId === event.userId)?.key));
}

function opened<Event extends StoredEvent>({ sealedPersonal, detail, ...event }: Event, key: Uint8Array | undefined) {
  const personal = shownPersonal({ sealed: sealedPersonal, userId: event.userId, key: key ?? null });
  return { ...event, detail: { ...(detail as Record<string, unknown>), ...personal } };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function idsOf(database: RecordsDatabase & Pick<Database, "pool">, user: string): Promise<string[]> {
  const named = await findPerson(database, user);
  return [...(UUID.test(user) ? [user.toLowerCase()] : []), ...(named === undefined ? [] : [named.id])];
}
