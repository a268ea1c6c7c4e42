/** Mails that the service wrote into its outbox, as their recipients would read them. */
import { sealedTexts } from "../../src/issuer/keys/sealed-texts.ts";
import type { MailKind } from "../../src/people/mail/kinds.ts";
import type { Message, Outbox } from "../../src/people/mail/message.ts";
import { outboxOf } from "../../src/people/mail/notices-only.ts";

/** The outbox of a deployment that sends no mail. */
export const noMail: Outbox = outboxOf({ isOn: false, enqueueAll: async () => {} });

/** An outbox that gives each mail to a function, and keeps none. */
export const heardMail = (heard: (message: Message) => void): Outbox =>
  outboxOf({ isOn: true, enqueueAll: async (_, messages) => messages.forEach(heard) });

export interface SentMail {
  readonly kind: MailKind;
  readonly to: string;
  readonly language: string;
  readonly userId: string | null;
  /** By name, as in `MAIL_KINDS`: `code`, `link` (a path of ours), … */
  readonly parameters: Readonly<Record<string, string>>;
  readonly expiresAt: Date;
}

type Rows = (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;

/** All mails in the outbox that are still to be delivered, in the order in which they were written. */
export async function mailsIn(rows: Rows, keys: Parameters<typeof sealedTexts>[0]): Promise<readonly SentMail[]> {
  const texts = sealedTexts(keys);
  const found = await rows(MAILS);
  return found.map(({ id, sealed, keyEncryptionKeyId, ...mail }) => {
    const text = { sealed: sealed as Buffer, keyEncryptionKeyId: String(keyEncryptionKeyId) };
    return { ...mail, parameters: JSON.parse(texts.open(text, ["mail", String(id)])) } as SentMail;
  });
}

const MAILS = `
  SELECT id::text, kind, address AS "to", language, user_id::text AS "userId", expires_at AS "expiresAt",
         sealed_parameters AS sealed, key_encryption_key_id AS "keyEncryptionKeyId"
    FROM mail_delivery WHERE sealed_parameters IS NOT NULL ORDER BY created_at, xmin::text::bigint`;

/** The token of the link in a mail; empty if it has none. */
export const tokenOf = (mail: SentMail | undefined) => mail?.parameters.link?.split("token=")[1] ?? "";
