/**
 * The outbox of mails. An act writes its mail in its own transaction, so there is no act without its mail and no mail
 * without its act. A job delivers it. No request waits for a mail server.
 */
import { randomUUID } from "node:crypto";
import { after } from "@countersign/rules";
import type { SealedTexts } from "../keys/sealed-texts.ts";
import { addMailDeliveries, type NewMailDelivery } from "../stores/person/mail-deliveries.ts";
import type { Query } from "../stores/transaction.ts";
import { type Expires, MAIL_KINDS, type MailKind, type MailParameters } from "./kinds.ts";
import { outboxOf } from "./notices-only.ts";

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
   * The same outbox for notices alone: it throws for mails to addresses that nobody proved.
   *
   * @param who is named by that error
   */
  noticesOnly(who: string): Outbox;
}

export interface OutboxOptions {
  readonly isOn: boolean;
  /** The domain of the sender's address. Message-IDs end with it (RFC 5322 §3.6.4). */
  readonly domain: string;
  readonly texts: SealedTexts;
}

/** One address and nothing else: no list, no display name, no header line (CWE-93). At most 254 octets (RFC 5321). */
const ADDRESS = /^[^\s\p{C}<>()[\]",;:\\@]+@[^\s\p{C}<>()[\]",;:\\@]+$/u;
const MOST_ADDRESS_OCTETS = 254;
/** A path of ours. It follows the issuer directly, so that its first character must be a slash. */
const LINK = /^\/[\x21-\x7e]*$/;

export function openOutbox({ isOn, domain, texts }: OutboxOptions): Outbox {
  const deliveryOf = (message: Message, at: Date): NewMailDelivery => {
    refuseUnsafe(message);
    const id = randomUUID();
    const { kind, language, to, userId, parameters, expiresAt } = message;
    return {
      id,
      userId,
      kind,
      language,
      address: to,
      parameters: texts.seal(JSON.stringify(parameters), ["mail", id]),
      messageId: `<${id}@${domain}>`,
      expiresAt: expiresAt ?? after(at, MAIL_KINDS[kind].lifetimeSeconds),
    };
  };
  const enqueueAll: Outbox["enqueueAll"] = async (query, messages, at) => {
    if (!isOn) return;
    await addMailDeliveries(
      query,
      messages.map((message) => deliveryOf(message, at)),
      at,
    );
  };
  return outboxOf({ isOn, enqueueAll });
}

/** Whether a text is one address that a mail can be sent to, and nothing else. */
export const isMailAddress = (text: string): boolean =>
  ADDRESS.test(text) && Buffer.byteLength(text) <= MOST_ADDRESS_OCTETS;

function refuseUnsafe({ to, parameters }: Message): void {
  if (!isMailAddress(to)) throw new Error("this is no address for a mail");
  const { link } = parameters as Partial<Record<string, string>>;
  if (link !== undefined && !LINK.test(link)) throw new Error("a link in a mail must be a path of ours");
}
