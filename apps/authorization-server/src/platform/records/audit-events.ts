/** The audit log as operators read it. */
import { shownPersonal } from "../stores/person/person-keys.ts";
import type { WithPool } from "../stores/transaction.ts";
import { findPerson } from "./people.ts";

interface StoredEvent {
  readonly at: Date;
  readonly type: string;
  readonly actor: string;
  readonly actorId: string | null;
  readonly userId: string | null;
  readonly clientId: string | null;
  readonly address: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly reference: string | null;
  readonly sealed: Uint8Array | null;
  /** The key of the person, unless the person was erased. */
  readonly key: Uint8Array | null;
}

/** An event as it is listed. Its details include those that name the person, unless the person was erased. */
export type ListedEvent = Omit<StoredEvent, "sealed" | "key">;

/** Which events to list. An undefined member restricts nothing. */
export interface AuditFilter {
  readonly since: Date | undefined;
  readonly type: string | undefined;
  /** The id or the username of a person. */
  readonly user: string | undefined;
  readonly clientId: string | undefined;
  /** The reference of the request that they came from; or a trace, of which each request has a reference of its own. */
  readonly reference?: string | undefined;
  readonly limit: number;
}

/** The events that match a filter, the newest first. */
export async function listAuditEvents(
  database: WithPool,
  { since, type, user, clientId, reference, limit }: AuditFilter,
): Promise<readonly ListedEvent[]> {
  const ids = user === undefined ? null : await idsOfPerson(database, user);
  const values = [since ?? null, type ?? null, ids, clientId ?? null, limit, reference ?? null];
  const { rows } = await database.pool.query<StoredEvent>(LIST, values);
  return rows.map(({ sealed, key, detail, ...event }) => ({
    ...event,
    detail: { ...detail, ...shownPersonal({ sealed, userId: event.userId, key }) },
  }));
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of a person, by id or username; none if there is none. */
export async function idsOfPerson(database: WithPool, user: string): Promise<string[]> {
  const named = await findPerson(database, user);
  return [...(UUID.test(user) ? [user.toLowerCase()] : []), ...(named === undefined ? [] : [named.id])];
}

const LIST = `
  SELECT e.at, e.type, e.actor, e.actor_id AS "actorId", e.user_id AS "userId", e.client_id AS "clientId", e.address,
         e.detail, e.reference, e.sealed_personal AS sealed, k.key
    FROM audit_event e LEFT JOIN person_key k ON k.user_id = e.user_id
   WHERE ($1::timestamptz IS NULL OR e.at >= $1) AND ($2::text IS NULL OR e.type = $2)
     AND ($3::uuid[] IS NULL OR e.user_id = ANY ($3)) AND ($4::text IS NULL OR e.client_id = $4)
     AND ($6::text IS NULL OR e.reference = $6 OR starts_with(e.reference, $6 || '-'))
   ORDER BY e.at DESC, e.id DESC LIMIT $5`;
