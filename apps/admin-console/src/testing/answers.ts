/** What the API answers in tests: one of everything, with this text in every place that people fill in. */
import { ENTITIES } from "@countersign/admin-client";
import { clientAnswers } from "./answers/clients.ts";
import { itemOf } from "./answers/common.ts";
import { organizationAnswers } from "./answers/organizations.ts";
import { peopleAnswers } from "./answers/people.ts";
import { serviceAnswers } from "./answers/service.ts";

/** What the operations of every entity answer. */
const ofEntities = (text: string): Readonly<Record<string, unknown>> =>
  Object.assign(
    {},
    ...Object.values(ENTITIES).map((entity) => {
      const item = itemOf(entity, text);
      const [one, many] = [entity.one, entity.many].map((name) =>
        `_${name}`.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      );
      const added = entity.fields.some(({ as }) => as === "once") ? { ...item, secret: text } : item;
      const list = { items: [item], total: { count: 1, is_more: false } };
      return { [`list${many}`]: list, [`read${one}`]: item, [`change${one}`]: item, [`add${one}`]: added };
    }),
  );

export const answersWith = (text: string) => ({
  ...ofEntities(text),
  ...peopleAnswers(text),
  ...clientAnswers(text),
  ...organizationAnswers(text),
  ...serviceAnswers(text),
});

/** The same of a deployment where every list is empty, and no person has signed in yet. */
export const emptied = (answers: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(
    Object.entries(answers).map(([operation, answer]) => [operation, operation.startsWith("list") ? NONE : answer]),
  ),
  readStatistics: { days: [], people: { total: 0, with_passkey: 0, with_authenticator_app: 0, counted_at: null } },
  readOutboxes: NONE,
  readFailingJobs: NONE,
});

/** The same where nothing was used yet. */
export const unused = <T>(answers: T): T =>
  JSON.parse(JSON.stringify(answers, (name, value) => (/^last_\w+_at$/.test(name) ? null : value)));

const NONE = { items: [], total: { count: 0, is_more: false } };
