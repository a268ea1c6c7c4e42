/** Audit rows of many acts at once, and the actor of a row. */

import { markActed } from "../idempotency-keys.ts";
import type { Query } from "../transaction.ts";
import { NO_UUIDS, type UuidArray } from "../uuid-array.ts";
import { ACTOR_NAMES, type Actor, type AuditEvent, auditColumns } from "./audit-events.ts";

/** The actor of a row that `auditColumns` made. */
export function actorOf(name: string, id: string | null): Actor {
  if (name === ACTOR_NAMES.administrator && id !== null) return { kind: "administrator", userId: id };
  if (name === ACTOR_NAMES.client && id !== null) return { kind: "client", clientId: id };
  if (name === ACTOR_NAMES.person) return { kind: "person", userId: id ?? undefined };
  return name === ACTOR_NAMES.operator ? { kind: "operator" } : { kind: "system" };
}

/** Writes the audit rows of many acts in one statement. None has details that name a person. */
export async function recordAudits(query: Query, events: readonly Omit<AuditEvent, "personal">[]): Promise<void> {
  if (events.length === 0) return;
  await query(INSERT_ALL, [JSON.stringify(events.map(auditColumns))]);
  const [{ request, at } = { request: undefined, at: new Date(0) }] = events;
  if (request !== undefined) await markActed(query, request, { at, userId: null });
}

/** Writes the audit row of the same act upon each of many people, in one statement. */
export async function recordAuditsOf(
  query: Query,
  people: UuidArray,
  event: Omit<AuditEvent, "personal" | "userId">,
): Promise<void> {
  if (people === NO_UUIDS) return;
  const { at, type, actor, actorId, clientId, address, detail, reference } = auditColumns(event);
  await query(INSERT_OF, [at, type, actor, actorId, people, clientId, address, JSON.stringify(detail), reference]);
  if (event.request !== undefined) await markActed(query, event.request, { at, userId: null });
}

const INSERT_OF = `
  INSERT INTO audit_event (at, type, actor, actor_id, user_id, client_id, address, detail, reference)
  SELECT $1::timestamptz, $2, $3, $4, u, $6, $7, $8::jsonb, $9 FROM unnest($5::uuid[]) u`;

const INSERT_ALL = `
  INSERT INTO audit_event (at, type, actor, actor_id, user_id, client_id, address, detail, reference)
  SELECT e."at", e.type, e.actor, e."actorId", e."userId", e."clientId", e.address, e.detail, e.reference
    FROM jsonb_to_recordset($1::jsonb)
      AS e ("at" timestamptz, type text, actor text, "actorId" text, "userId" uuid, "clientId" text, address text,
            detail jsonb, reference text)`;
