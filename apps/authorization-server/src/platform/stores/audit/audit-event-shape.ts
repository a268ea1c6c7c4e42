/** The shape of an audit event as programs get it, and its JSON Schemas. */
import { z } from "zod";
import { AUDIT_TYPES, type AuditType, EVENTS } from "./audit-types.ts";

/**
 * The version of the shape. A member that is removed or gets another type raises it; a new type of event or a new
 * member does not.
 */
export const EVENT_VERSION = 1;

/** An audit event as `GET /audit` and `GET /audit/export` of the administration API send it. */
export const auditEventShape = z.strictObject({
  id: z.string(),
  at: z.iso.datetime().meta({ description: "a time in UTC (RFC 3339)" }),
  type: z.enum(AUDIT_TYPES),
  actor: z.enum(["operator", "administrator", "client", "directory", "user", "schedule"]),
  actor_id: z.string().nullable(),
  user_id: z.uuid().nullable(),
  client_id: z.string().nullable(),
  address: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  reference: z.string().nullable().meta({ description: "the reference of the request that it came from" }),
});

/** An event as it is read from the audit log. */
export interface ReadEvent {
  readonly id: bigint | string;
  readonly at: Date;
  readonly type: string;
  readonly actor: string;
  readonly actorId: string | null;
  readonly userId: string | null;
  readonly clientId: string | null;
  readonly address: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly reference: string | null;
}

type SentEvent = z.output<typeof auditEventShape>;

/** An event as programs get it. */
export const sentEvent = ({
  id,
  at,
  type,
  actor,
  actorId,
  userId,
  clientId,
  address,
  detail,
  reference,
}: ReadEvent): SentEvent => ({
  id: String(id),
  at: at.toISOString(),
  type: type as AuditType,
  actor: actor as SentEvent["actor"],
  actor_id: actorId,
  user_id: userId,
  client_id: clientId,
  address,
  detail,
  reference,
});

/** One type of event: what happened, and the JSON Schema (2020-12) of its events. */
interface EventType {
  readonly type: AuditType;
  readonly version: number;
  readonly meaning: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Every type of event, in the order of the code. */
export function eventTypes(): readonly EventType[] {
  return AUDIT_TYPES.map((type) => ({
    type,
    version: EVENT_VERSION,
    meaning: EVENTS[type],
    schema: schemaOf(type),
  }));
}

function schemaOf(type: AuditType): EventType["schema"] {
  const shape = auditEventShape.extend({ type: z.literal(type) });
  const described = shape.meta({ title: type, description: EVENTS[type] });
  return { $id: `urn:countersign:event:${type}:${EVENT_VERSION}`, ...z.toJSONSchema(described) };
}
