/** Reading the audit trail. */
import { z } from "zod";
import { pageOfAuditEvents } from "../../records/audit-events.ts";
import { AUDIT_TYPES } from "../../stores/audit-events.ts";
import { cut, listQuery, pageOf } from "../list.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { time } from "../shapes.ts";

const event = z.strictObject({
  id: z.string(),
  at: time,
  type: z.enum(AUDIT_TYPES),
  actor: z.enum(["operator", "administrator", "client", "user", "schedule"]),
  actor_id: z.string().nullable(),
  user_id: z.uuid().nullable(),
  client_id: z.string().nullable(),
  address: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
});

const listAudit = defineOperation({
  id: "listAuditEvents",
  method: "GET",
  path: "/audit",
  summary: "The audit trail, the newest event first",
  scope: "audit:read",
  isList: true,
  query: z.strictObject({
    type: z.enum(AUDIT_TYPES).optional(),
    actor_id: z.string().max(512).optional().meta({ description: "the person or client that acted" }),
    user_id: z.uuid().optional().meta({ description: "the person that the event is about" }),
    client_id: z.string().max(512).optional().meta({ description: "the client that the event is about" }),
    since: time.optional(),
    until: time.optional(),
    ...listQuery,
  }),
  status: 200,
  answer: pageOf(event),
  async handle({ query, place }, { database }) {
    const { type, actor_id, user_id, client_id, since, until, limit } = query;
    const found = await pageOfAuditEvents(database, {
      type,
      actorId: actor_id,
      userId: user_id,
      clientId: client_id,
      since: since === undefined ? undefined : new Date(since),
      until: until === undefined ? undefined : new Date(until),
      before: place?.[0] === undefined ? undefined : BigInt(place[0]),
      limit: limit + 1,
    });
    const { items, last } = cut(found, limit);
    const body = {
      items: items.map(({ id, at, type, actor, actorId, userId, clientId, address, detail }) => ({
        id: String(id),
        at: at.toISOString(),
        type: type as (typeof AUDIT_TYPES)[number],
        actor: actor as z.output<typeof event>["actor"],
        actor_id: actorId,
        user_id: userId,
        client_id: clientId,
        address,
        detail,
      })),
    };
    return { body, next: last && [String(last.id)] };
  },
});

export const auditOperations: readonly Operation[] = [listAudit];
