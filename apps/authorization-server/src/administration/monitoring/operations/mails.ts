/** What became of mails. */
import { z } from "zod";
import { listMails, MAIL_STATES } from "../../../platform/records/mails.ts";
import { cut, listQuery, pageOf } from "../../api/lists/list.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { spelled, time } from "../../api/shapes.ts";

const mail = z.strictObject({
  id: z.uuid(),
  kind: z.string(),
  address: z.string(),
  state: z.enum(MAIL_STATES),
  attempts: z.int(),
  failure: z.string().nullable().meta({ description: "what the mail server answered last" }),
  created_at: time,
  next_attempt_at: time.nullable(),
  expires_at: time,
  delivered_at: time.nullable(),
});

const list = defineOperation({
  id: "listMails",
  method: "GET",
  path: "/mails",
  summary: "What became of the mails of the last days, the newest first, and nothing of their content",
  scope: "settings:read",
  isList: true,
  query: z.strictObject({
    state: z.enum(MAIL_STATES).optional(),
    address: z.string().max(320).optional(),
    ...listQuery,
  }),
  answer: pageOf(mail),
  async handle({ query: { state, address, limit }, place }, { database }) {
    const [createdAt, id] = place ?? [];
    const before = createdAt === undefined || id === undefined ? undefined : { createdAt: new Date(createdAt), id };
    const { items, last } = cut(await listMails(database, { state, address, limit: limit + 1, before }), limit);
    return {
      body: { items: items.map((one) => spelled(mail, one)) },
      next: last && [last.createdAt.toISOString(), last.id],
    };
  },
});

export const mailOperations: readonly Operation[] = [list];
