/** The outbox of mails. An act adds rows in its transaction. This store hands them out for delivery. */
import type { Query } from "../transaction.ts";

export interface NewMailDelivery {
  readonly id: string;
  /** The person whom the mail concerns; undefined for an address without an account. */
  readonly userId: string | undefined;
  readonly kind: string;
  readonly language: string;
  readonly address: string;
  /** Sealed, because a code or link in it proves that one reads the mails of this address. */
  readonly parameters: { readonly sealed: Uint8Array; readonly keyEncryptionKeyId: string };
  /** The Message-ID of every attempt (RFC 5322 §3.6.4). */
  readonly messageId: string;
  readonly expiresAt: Date;
}

/** Adds a mail, which is due at once. */
export async function addMailDelivery(query: Query, mail: NewMailDelivery, at: Date): Promise<void> {
  const { id, userId, kind, language, address, parameters, messageId, expiresAt } = mail;
  const { sealed, keyEncryptionKeyId } = parameters;
  await query(ADD, [id, userId ?? null, kind, language, address, sealed, keyEncryptionKeyId, messageId, expiresAt, at]);
}

const ADD = `
  INSERT INTO mail_delivery (id, user_id, kind, language, address, sealed_parameters, key_encryption_key_id, message_id,
                             attempts, next_attempt_at, expires_at, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, $10, $9, $10)`;
