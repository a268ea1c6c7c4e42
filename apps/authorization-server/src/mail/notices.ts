/** Notices to people about what happened to their account (OWASP ASVS 6.3.5, 6.3.7). */
import type { Query } from "../stores/transaction.ts";
import type { Message, Outbox } from "./outbox.ts";

type WithoutRecipient<M> = M extends Message ? Omit<M, "to" | "userId" | "language"> : never;

/** A mail to a person, without the address and the language that the account has. */
export type Notice = WithoutRecipient<Message>;

/**
 * Writes a notice to the proved address of a person into the outbox, in the transaction of the act. Does nothing for a
 * person without one.
 */
export async function notify(
  query: Query,
  mail: Pick<Outbox, "enqueue">,
  userId: string,
  notice: Notice,
  at: Date,
): Promise<void> {
  const [person] = await query(FIND, [userId]);
  if (person === undefined) return;
  const to = String(person.email);
  await mail.enqueue(query, { ...notice, to, userId, language: String(person.locale ?? "en") } as Message, at);
}

const FIND = "SELECT email, locale FROM end_user WHERE id = $1 AND email IS NOT NULL AND email_verified";
