/** Notices by mail of what happened to an account (OWASP ASVS 5.0, V6.3.5 and V6.3.7). */
import type { Message, Outbox } from "../mail/outbox.ts";
import type { Query } from "../stores/transaction.ts";

/** A mail to a person about their account, without the address and the language, which are the account's. */
export type Notice = WithoutRecipient<Message> & { readonly userId: string };
type WithoutRecipient<M> = M extends Message ? Omit<M, "to" | "language" | "userId"> : never;

/**
 * Writes a notice into the outbox, in the transaction of the act that it is about. An account whose address was not
 * proved gets none: the address may be that of another person.
 */
export async function notify(query: Query, mail: Outbox, { userId, ...notice }: Notice, at: Date): Promise<void> {
  const [person] = mail.isOn ? await query(RECIPIENT, [userId]) : [];
  if (person === undefined) return;
  const to = { to: String(person.email), language: String(person.locale ?? "en"), userId };
  await mail.enqueue(query, { ...notice, ...to } as Message, at);
}

const RECIPIENT = "SELECT email, locale FROM end_user WHERE id = $1 AND email IS NOT NULL AND email_verified";
