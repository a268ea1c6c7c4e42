/** A mail by which an administrator sees that this deployment can send mail. It takes the way of all others. */
import { type EmailAddress, readEmailAddress } from "@countersign/rules";
import type { Outbox } from "../../people/mail/message.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { autocommit, inTransaction, type WithPool } from "../../platform/stores/transaction.ts";

interface TestMail {
  /** Whose own address it goes to. */
  readonly userId: string;
  /** Throws if the address gets too many mails. */
  readonly count: (to: string) => Promise<unknown>;
}

/** Sends a test mail to the verified address of a person. Answers whether they have one. */
export async function sendTestMailTo(
  { database, mail }: { readonly database: WithPool; readonly mail: Outbox },
  { userId, count }: TestMail,
  by: By,
): Promise<boolean> {
  const counted = addressIn(await autocommit(database.pool)(FIND, [userId]));
  if (counted === undefined) return false;
  // Counted before a connection is held: the count may use another one (decision 122).
  await count(counted.canonical);

  return inTransaction(database.pool, async (query) => {
    const found = await query(FIND, [userId]);
    const address = addressIn(found);
    // An address that was changed since was not counted.
    if (address === undefined || address.canonical !== counted.canonical) return false;

    const language = String(found[0]?.locale ?? "en");
    await mail.enqueue(query, { kind: "test", to: address.deliverable, userId, language, parameters: {} }, by.at);
    await recordAudit(query, { type: "test_mail_sent", userId, ...by });
    return true;
  });
}

const addressIn = ([person]: readonly Record<string, unknown>[]): EmailAddress | undefined =>
  person === undefined ? undefined : readEmailAddress(String(person.email));

const FIND =
  "SELECT email, locale FROM end_user WHERE id = $1 AND email_verified_at IS NOT NULL AND disabled_at IS NULL";
