/** What the service has to do: mails, what waits to be sent, and the jobs that could not do everything. */
import { z } from "zod";
import { countMails, listMails, MAIL_STATES } from "../../../platform/records/mails.ts";
import { readFailingJobs } from "../../../platform/stores/job-failures.ts";
import { OUTBOX_NAMES, readOutboxes } from "../../../platform/stores/outboxes.ts";
import { cut, listQuery, pageOf, total, totalIf, withTotal } from "../../api/lists/list.ts";
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

const mails = defineOperation({
  id: "listMails",
  method: "GET",
  path: "/mails",
  summary: "What became of the emails of the last days, the newest first, and nothing of their content",
  scope: "settings:read",
  isList: true,
  query: z.strictObject({
    state: z.enum(MAIL_STATES).optional(),
    address: z.string().max(320).optional(),
    with_total: withTotal,
    ...listQuery,
  }),
  answer: pageOf(mail).extend({ total }),
  async handle({ query: { state, address, limit, with_total }, place }, { database }) {
    const [createdAt, id] = place ?? [];
    const before = createdAt === undefined || id === undefined ? undefined : { createdAt: new Date(createdAt), id };
    const { items, last } = cut(await listMails(database, { state, address, limit: limit + 1, before }), limit);
    return {
      body: {
        items: items.map((one) => spelled(mail, one)),
        ...(await totalIf(with_total, (most) => countMails(database, { state, address, most }))),
      },
      next: last && [last.createdAt.toISOString(), last.id],
    };
  },
});

const outbox = z.strictObject({
  name: z.enum(OUTBOX_NAMES),
  waiting: z.int().meta({ description: "how many wait, counted up to 10000" }),
  oldest_at: time.nullable().meta({ description: "since when the oldest one waits" }),
});

const outboxes = defineOperation({
  id: "readOutboxes",
  method: "GET",
  path: "/outboxes",
  summary: "How many emails, events for webhooks and logout tokens wait to be sent, and since when",
  scope: "settings:read",
  answer: z.strictObject({ items: z.array(outbox) }),
  async handle(_, { database }) {
    return { body: { items: (await readOutboxes(database)).map((one) => spelled(outbox, one)) } };
  },
});

const part = z.strictObject({
  part: z
    .string()
    .nullable()
    .meta({ description: "what failed, such as an account or a kind of row; null for a run as a whole" }),
  failures: z.int().meta({ description: "how often it failed, one time after the other" }),
  reason: z.string().meta({ description: "the code of the last error, such as an SQLSTATE; the log has its message" }),
  failed_at: time,
  next_attempt_at: time.meta({ description: "until then it waits; what comes after it does not" }),
});

const job = z.strictObject({
  name: z.string(),
  failing: z.int().meta({ description: "how many parts of the job fail" }),
  since: time.meta({ description: "when the first of them failed" }),
  parts: z.array(part).meta({ description: "the parts that failed most often, up to ten" }),
});

const failingJobs = defineOperation({
  id: "readFailingJobs",
  method: "GET",
  path: "/failing-jobs",
  summary: "The jobs of the service that could not do everything, and when they try again",
  scope: "settings:read",
  answer: z.strictObject({ items: z.array(job) }),
  async handle(_, { database }) {
    const items = (await readFailingJobs(database)).map(({ name, failing, since, parts }) => ({
      ...{ name, failing, since: since.toISOString() },
      parts: parts.map((one) => spelled(part, { ...one, part: one.part || null })),
    }));
    return { body: { items } };
  },
});

export const pendingOperations: readonly Operation[] = [mails, outboxes, failingJobs];
