/** The outbox of mails as operators read it: what became of each mail, and nothing of its content. */
import type { Prisma } from "@countersign/database";
import { fromRecords, type RecordsDatabase } from "./records.ts";

const LISTED = {
  id: true,
  kind: true,
  address: true,
  attempts: true,
  nextAttemptAt: true,
  expiresAt: true,
  deliveredAt: true,
  failure: true,
  createdAt: true,
} satisfies Prisma.MailDeliverySelect;

export type ListedMail = Readonly<Prisma.MailDeliveryGetPayload<{ select: typeof LISTED }>> & {
  readonly state: MailState;
};

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

const WHERE: Readonly<Record<MailState, Prisma.MailDeliveryWhereInput>> = {
  waiting: { nextAttemptAt: { not: null } },
  delivered: { deliveredAt: { not: null } },
  failed: { nextAttemptAt: null, deliveredAt: null },
};

/** The mails that match a filter, the newest first. */
export async function listMails(
  database: RecordsDatabase,
  { state, address, limit, before }: MailFilter,
): Promise<readonly ListedMail[]> {
  const where: Prisma.MailDeliveryWhereInput = {
    ...(state && WHERE[state]),
    ...(address !== undefined && { address }),
    ...(before && {
      createdAt: { lte: before.createdAt }, // an index begins here, which it does not do for alternatives
      OR: [{ createdAt: { lt: before.createdAt } }, { createdAt: before.createdAt, id: { lt: before.id } }],
    }),
  };
  const mails = await fromRecords(database, ({ mailDelivery }) =>
    mailDelivery.findMany({ select: LISTED, where, orderBy: [{ createdAt: "desc" }, { id: "desc" }], take: limit }),
  );
  return mails.map((mail) => ({ ...mail, state: stateOf(mail) }));
}

function stateOf({ nextAttemptAt, deliveredAt }: { nextAttemptAt: Date | null; deliveredAt: Date | null }): MailState {
  if (nextAttemptAt !== null) return "waiting";
  return deliveredAt === null ? "failed" : "delivered";
}
