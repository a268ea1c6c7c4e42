/** How a sign-up begins: a code goes to the address. */
import { randomUUID } from "node:crypto";
import type { EmailAddress } from "@countersign/rules";
import type { Outbox } from "../../people/mail/message.ts";
import { findOrStandIn } from "../../platform/stores/person/stand-in.ts";
import { inTransaction, type WithPool } from "../../platform/stores/transaction.ts";
import { beginProof } from "../../platform/stores/ways-in/address-proofs.ts";
import { HAS_ADDRESS } from "../../platform/stores/ways-in/sign-in-names.ts";

export interface SignUpRequest {
  readonly address: EmailAddress;
  /** The secret of the browser, to which the code is bound. */
  readonly browser: string;
  /** The path and query of the link with this token. */
  readonly link: (token: string) => string;
  /** The language range of the mail. */
  readonly language: string;
}

/**
 * Mails a code to the address. If there is an account with this address, the mail says so instead. The work is the
 * same, and the answer tells nothing.
 */
export function beginSignUp(
  { database, mail }: { readonly database: WithPool; readonly mail: Outbox },
  { address, browser, link, language }: SignUpRequest,
  at: Date,
): Promise<void> {
  return inTransaction(database.pool, async (query) => {
    const [known] = await query(KNOWN_OR_STAND_IN, [address.canonical, randomUUID()]);
    const { code = "", token, expiresAt } = await beginProof(query, "sign-up", { address, browser }, at);
    if (known?.id == null) {
      const parameters = { code, link: link(token) };
      const to = address.deliverable;
      return mail.enqueue(query, { kind: "sign-up-code", language, to, parameters, expiresAt }, at);
    }
    const [userId, to] = [String(known.id), String(known.email ?? address.deliverable)];
    await mail.enqueue(query, { kind: "account-exists", language, to, userId, parameters: {} }, at);
  });
}

const KNOWN = `
  SELECT id, CASE WHEN email_canonical = $1 AND email_verified_at IS NOT NULL THEN email END AS email FROM end_user
   WHERE ${HAS_ADDRESS} ORDER BY 2 NULLS LAST LIMIT 1`;
const KNOWN_OR_STAND_IN = findOrStandIn(KNOWN, 2);
