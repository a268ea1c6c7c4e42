/** What waits in the outboxes: work that follows an act, and that a job does (architecture §4). */
import type { Database } from "@countersign/database";

/** Each outbox: the table, and which of its rows wait. An index has those, by the time when they were written. */
const OUTBOXES = {
  mails: { table: "mail_delivery", waits: "next_attempt_at IS NOT NULL" },
  webhooks: { table: "webhook_delivery", waits: "next_attempt_at IS NOT NULL" },
  logout_tokens: { table: "logout_delivery", waits: "delivered_at IS NULL" },
} as const;

export const OUTBOX_NAMES = Object.keys(OUTBOXES) as (keyof typeof OUTBOXES)[];

export interface Outbox {
  readonly name: keyof typeof OUTBOXES;
  /** How many rows wait; more than `MOST_COUNTED` are not counted. */
  readonly waiting: number;
  readonly oldestAt: Date | null;
}

/** So many rows are counted and no more: what a full outbox holds costs its reader nothing. */
const MOST_COUNTED = 10_000;

export async function readOutboxes({ pool }: Pick<Database, "pool">): Promise<readonly Outbox[]> {
  return (await pool.query<Outbox>(READ, [MOST_COUNTED])).rows;
}

const READ = Object.entries(OUTBOXES)
  .map(
    ([name, { table, waits }]) => `
  SELECT '${name}' AS name,
         (SELECT count(*)::int FROM (SELECT FROM ${table} WHERE ${waits} LIMIT $1::int) AS counted) AS waiting,
         (SELECT min(created_at) FROM ${table} WHERE ${waits}) AS "oldestAt"`,
  )
  .join(" UNION ALL ");
