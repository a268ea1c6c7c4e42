/** Audit rows of many acts at once, and the actor of a row. */
import { ACTOR_NAMES, type Actor, type AuditEvent, auditColumns } from "./audit-events.ts";
import { markActed } from "./idempotency-keys.ts";
import type { Query } from "./transaction.ts";

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

const INSERT_ALL = `
  INSERT INTO audit_event (at, type, actor, actor_id, user_id, client_id, address, detail)
  SELECT e."at", e.type, e.actor, e."actorId", e."userId", e."clientId", e.address, e.detail
    FROM jsonb_to_recordset($1::jsonb)
      AS e ("at" timestamptz, type text, actor text, "actorId" text, "userId" uuid, "clientId" text, address text,
            detail jsonb)`;
