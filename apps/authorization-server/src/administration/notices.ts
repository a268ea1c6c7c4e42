/** Notices to people about what happened to their account (OWASP ASVS 6.3.5, 6.3.7). */
import type { Message, Outbox } from "../mail/outbox.ts";
import type { Query } from "../stores/transaction.ts";

type WithoutRecipient<M> = M extends Message ? Omit<M, "to" | "userId" | "language"> : never;

/** A mail to a person, without the address and the language that the account has. */
export type Notice = WithoutRecipient<Message>;

/**
 * Writes a notice to the proved address of a person into the outbox, in the transaction of the act. Does nothing for a
 * person without one.
 *
 * @param language of the page on which the person acts, for an account without a language
 */
export async function notify(
  query: Query,
  mail: Outbox,
  { userId, language = "en" }: { readonly userId: string; readonly language?: string | undefined },
  notice: Notice,
  at: Date,
): Promise<void> {
  const [person] = await query(FIND, [userId]);
  if (person === undefined) return;
  const to = String(person.email);
  await mail.enqueue(query, { ...notice, to, userId, language: String(person.locale ?? language) }, at);
}

const FIND = "SELECT email, locale FROM end_user WHERE id = $1 AND email_verified_at IS NOT NULL";
