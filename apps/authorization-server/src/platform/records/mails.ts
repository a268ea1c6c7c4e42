/** The outbox of mails as operators read it: what became of each mail, and nothing of its content. */
import type { Database } from "@countersign/database";

interface StoredMail {
  readonly id: string;
  readonly kind: string;
  readonly address: string;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly expiresAt: Date;
  readonly deliveredAt: Date | null;
  readonly failure: string | null;
  readonly createdAt: Date;
}

export type ListedMail = StoredMail & { readonly state: MailState };

export const MAIL_STATES = ["waiting", "delivered", "failed"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Which mails to list. An undefined member restricts nothing. */
export interface MailFilter {
  readonly state: MailState | undefined;
  readonly address: string | undefined;
  readonly limit: number;
  /** The last mail of the page before. */
  readonly before?: Pick<ListedMail, "createdAt" | "id"> | undefined;
}

/** The mails that match a filter, the newest first. */
export async function listMails(
  { pool }: Pick<Database, "pool">,
  { state, address, limit, before }: MailFilter,
): Promise<readonly ListedMail[]> {
  const values = [address ?? null, before?.createdAt ?? null, before?.id ?? null, limit];
  const { rows } = await pool.query<StoredMail>(list(state), values);
  return rows.map((mail) => ({ ...mail, state: stateOf(mail) }));
}

/** How many mails match, up to `most`. */
export async function countMails(
  { pool }: Pick<Database, "pool">,
  { state, address, most }: Pick<MailFilter, "state" | "address"> & { readonly most: number },
): Promise<number> {
  const text = `SELECT count(*)::int FROM (SELECT FROM mail_delivery WHERE ${of(state)} LIMIT $2) AS those`;
  return (await pool.query<{ count: number }>(text, [address ?? null, most])).rows[0]?.count ?? 0;
}

function stateOf({ nextAttemptAt, deliveredAt }: { nextAttemptAt: Date | null; deliveredAt: Date | null }): MailState {
  if (nextAttemptAt !== null) return "waiting";
  return deliveredAt === null ? "failed" : "delivered";
}

const IN_STATE: Readonly<Record<MailState, string>> = {
  waiting: "next_attempt_at IS NOT NULL",
  delivered: "delivered_at IS NOT NULL",
  failed: "next_attempt_at IS NULL AND delivered_at IS NULL",
};

const of = (state: MailState | undefined) =>
  `${state === undefined ? "true" : IN_STATE[state]} AND ($1::text IS NULL OR address = $1)`;

const list = (state: MailState | undefined) => `
  SELECT id, kind, address, attempts, next_attempt_at AS "nextAttemptAt", expires_at AS "expiresAt",
         delivered_at AS "deliveredAt", failure, created_at AS "createdAt"
    FROM mail_delivery
   WHERE ${of(state)}
     AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3::uuid))
   ORDER BY created_at DESC, id DESC LIMIT $4`;
