/** A mail to be sent, and the outbox that takes it. */
import type { Query } from "../../platform/stores/transaction.ts";
import type { Expires, MailKind, MailParameters } from "./kinds.ts";

/** A mail to be sent, of one of the kinds in `MAIL_KINDS`. */
export type Message = { readonly [Kind in MailKind]: MessageOf<Kind> }[MailKind];

interface MessageContent<Kind extends MailKind> {
  readonly kind: Kind;
  /** The language range of the texts (BCP 47). English is used if there is no such catalogue. */
  readonly language: string;
  /** The address, as `local-part@domain`. */
  readonly to: string;
  /** The person whom the mail concerns, if there is an account. The mail is deleted with the account. */
  readonly userId?: string;
  readonly parameters: MailParameters<Kind>;
}

/** A mail with a code or a link says when it expires: the mail says so, too, and is not sent after that. */
type MessageOf<Kind extends MailKind> = MessageContent<Kind> &
  (Expires<Kind> extends true ? { readonly expiresAt: Date } : { readonly expiresAt?: Date });

export interface Outbox {
  /** Whether this deployment sends mail, that is, whether MAIL_URL is set. */
  readonly isOn: boolean;
  /**
   * Writes a mail into the outbox, in the transaction of `query`. Does nothing if this deployment sends no mail. Throws
   * for an address or a link that cannot be one.
   */
  enqueue(query: Query, message: Message, at: Date): Promise<void>;
  /** The same for many mails, in one statement. */
  enqueueAll(query: Query, messages: readonly Message[], at: Date): Promise<void>;
  /**
   * The same outbox for notices only: it throws for a mail to an address that is not verified.
   *
   * @param who the sender, as the error names it
   */
  noticesOnly(who: string): Outbox;
}
