/** Reading the audit log. */
import { csvLine } from "@countersign/service";
import { z } from "zod";
import type { Dependencies } from "../../../dependencies.ts";
import { auditEventShape, sentEvent } from "../../../platform/stores/audit/audit-event-shape.ts";
import { countAuditEvents, pageOfAuditEvents } from "../../../platform/stores/audit/audit-pages.ts";
import { AUDIT_TYPES } from "../../../platform/stores/audit/audit-types.ts";
import { listQuery, pageOf, total, totalIn, withTotal } from "../../api/lists/list.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { dateOf, time } from "../../api/shapes.ts";
import { recordActivityRead } from "../../people/activity.ts";

type Event = Readonly<Record<string, unknown>>;

/** RFC 8259, one object a line. */
const jsonLine = (event: Event): string => `${JSON.stringify(event)}\n`;

const csvEvent = (event: Event): string => csvLine(Object.values(event));

const isType = (text: string) => (AUDIT_TYPES as readonly string[]).includes(text);
/** Every type once. */
const LONGEST_TYPES = AUDIT_TYPES.join(",").length;

const filter = {
  type: z.enum(AUDIT_TYPES).optional(),
  types: z
    .string()
    .max(LONGEST_TYPES, { abort: true })
    .refine((text) => text.split(",").every(isType), {
      error: "must be some of the types of events, with commas between them",
    })
    .optional()
    .meta({ description: "of any of these types, with commas between them" }),
  actor: auditEventShape.shape.actor.optional().meta({ description: "the kind of actor" }),
  actor_id: z.string().max(512).optional().meta({ description: "the user or client that acted" }),
  user_id: z.uuid().optional().meta({ description: "the user that the event is about" }),
  client_id: z.string().max(512).optional().meta({ description: "the client that the event is about" }),
  reference: z.string().max(64).optional().meta({ description: "the reference of the request that it came from" }),
  since: time.optional(),
  until: time.optional(),
} as const;

type Filter = z.output<z.ZodObject<typeof filter>>;

const pageFilter = ({ type, types, actor, actor_id, user_id, client_id, reference, since, until }: Filter) => ({
  ...{ type, types: types?.split(","), actor },
  actorId: actor_id,
  userId: user_id,
  clientId: client_id,
  reference,
  since: dateOf(since),
  until: dateOf(until),
});

export const listAudit = defineOperation({
  id: "listAuditEvents",
  method: "GET",
  path: "/audit",
  summary: "The audit log, the newest event first; a page may have fewer than limit",
  scope: "audit:read",
  isList: true,
  query: z.strictObject({ ...filter, with_total: withTotal, ...listQuery }),
  answer: pageOf(auditEventShape).extend({ total }),
  async handle({ query, place, by }, { database }) {
    if (query.user_id !== undefined && place === undefined) await recordActivityRead(database, query.user_id, by);
    const asked = pageFilter(query);
    const { events, next } = await pageOfAuditEvents(database, asked, { after: place, limit: query.limit });
    const counted = query.with_total === undefined ? {} : totalIn(await countAuditEvents(database, asked));
    return { body: { items: events.map(sentEvent), ...counted }, next };
  },
});

const FORMATS = {
  jsonl: { mediaType: "application/x-ndjson; charset=utf-8", head: "", line: jsonLine },
  csv: { mediaType: "text/csv; charset=utf-8", head: csvLine(Object.keys(auditEventShape.shape)), line: csvEvent },
} as const;

const exportAudit = defineOperation({
  id: "exportAuditEvents",
  method: "GET",
  path: "/audit/export",
  summary: "The audit log as a text, the newest event first: one JSON object or CSV record (RFC 4180) a line",
  scope: "audit:read",
  query: z.strictObject({ format: z.enum(["jsonl", "csv"]).default("jsonl"), ...filter }),
  mediaTypes: ["application/x-ndjson", "text/csv"],
  async handle({ query: { format, ...query }, by }, { database }) {
    if (query.user_id !== undefined) await recordActivityRead(database, query.user_id, by);
    const { mediaType, head, line } = FORMATS[format];
    return { body: undefined, stream: { mediaType, chunks: exported(database, pageFilter(query), { head, line }) } };
  },
});

const BATCH = 1000;

async function* exported(
  database: Dependencies["database"],
  filter: ReturnType<typeof pageFilter>,
  { head, line }: { readonly head: string; readonly line: (event: ReturnType<typeof sentEvent>) => string },
): AsyncGenerator<string> {
  if (head !== "") yield head;
  let after: readonly string[] | undefined;
  do {
    // biome-ignore lint/performance/noAwaitInLoops: a page at a time, as fast as it is read
    const { events, next } = await pageOfAuditEvents(database, filter, { after, limit: BATCH });
    if (events.length > 0) yield events.map((one) => line(sentEvent(one))).join("");
    after = next;
  } while (after !== undefined);
}

export const auditOperations: readonly Operation[] = [listAudit, exportAudit];
