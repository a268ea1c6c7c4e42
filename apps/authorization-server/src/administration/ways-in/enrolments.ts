/** The code by mail before a person sets up a second factor that a demand forces them to have. */
import type { EmailAddress } from "@countersign/rules";
import type { Outbox } from "../../people/mail/message.ts";
import { inTransaction, type WithPool } from "../../platform/stores/transaction.ts";
import { beginProof } from "../../platform/stores/ways-in/address-proofs.ts";

export interface EnrolmentRequest {
  readonly userId: string;
  /** The proved address of the account. */
  readonly address: EmailAddress;
  /** The secret of the browser, to which the code is bound. */
  readonly browser: string;
  /** The language range of the pages. The mail uses that of the account, if it has one. */
  readonly language: string;
}

/** Mails a code to the proved address of an account. Mails nothing if the account has another address by now. */
export function beginEnrolment(
  { database, mail }: { readonly database: WithPool; readonly mail: Outbox },
  { userId, address, browser, language }: EnrolmentRequest,
  at: Date,
): Promise<void> {
  return inTransaction(database.pool, async (query) => {
    const [person] = await query(LOCK, [userId, address.canonical]);
    if (person === undefined) return;
    const { code = "", expiresAt } = await beginProof(query, "enrol", { userId, address, browser }, at);
    const to = { to: address.deliverable, userId, language: String(person.locale ?? language) };
    await mail.enqueue(query, { kind: "enrol-code", ...to, parameters: { code }, expiresAt }, at);
  });
}

// A change of the address waits, and then voids the proof.
const LOCK = `
  SELECT locale FROM end_user
   WHERE id = $1 AND email_canonical = $2 AND email_verified_at IS NOT NULL AND disabled_at IS NULL FOR SHARE`;
