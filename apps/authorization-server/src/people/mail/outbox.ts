/**
 * The outbox of mails. An act writes its mail in its own transaction, so there is no act without its mail and no mail
 * without its act. A job delivers it. No request waits for a mail server.
 */
import { randomUUID } from "node:crypto";
import { after } from "@countersign/rules";
import type { SealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { addMailDeliveries, type NewMailDelivery } from "../../platform/stores/person/mail-deliveries.ts";
import { MAIL_KINDS } from "./kinds.ts";
import type { Message, Outbox } from "./message.ts";
import { outboxOf } from "./notices-only.ts";

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
