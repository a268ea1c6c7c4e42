/**
 * Sends an open invitation again. The link is a new one, because only the hash of a link is kept, and the one before no
 * longer works. The act and its audit row are one transaction.
 */
import { after, hashSecret, newSecret } from "@countersign/rules";
import type { Outbox } from "../../people/mail/message.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import type { Giver } from "../../platform/stores/person/givers.ts";
import { INVITATION_IS_OPEN } from "../../platform/stores/person/invitations.ts";
import { inTransaction, type WithPool } from "../../platform/stores/transaction.ts";
import { isKnownAddress } from "../../platform/stores/ways-in/sign-in-names.ts";
import { type AssertMayAct, rolesWith } from "./invited-roles.ts";

export interface SentAgain {
  readonly id: string;
  /** Counted from now. */
  readonly lifetimeSeconds: number;
  /** The language range of the mail. */
  readonly language: string;
  /** The path and query of the link with this token. */
  readonly link: (token: string) => string;
  /** Who sends it, and so invites from now on. The roles are still given by those who put them on it. */
  readonly madeBy: Giver;
}

/**
 * Sends nothing, and returns "gone" if there is no open invitation with this id, "known" if there is an account with
 * its address, or "of-organization" if an organization invited, which sends its own.
 */
export function sendInvitationAgain(
  { database, mail }: { readonly database: WithPool; readonly mail: Outbox },
  { id, lifetimeSeconds, language, link, madeBy }: SentAgain,
  by: By,
  assertMaySend: AssertMayAct,
): Promise<"sent" | "gone" | "known" | "of-organization"> {
  return inTransaction(database.pool, async (query) => {
    const [open] = (await query(OPEN, [id, by.at])) as unknown as Open[];
    if (open === undefined) return "gone";
    assertMaySend(await rolesWith(query, open.roleIds));
    if (open.organizationId !== null) return "of-organization";
    if (await isKnownAddress(query, open.canonical)) return "known";
    const [token, expiresAt] = [newSecret(), after(by.at, lifetimeSeconds)];
    await query(RENEW, [id, hashSecret(token), by.at, expiresAt, JSON.stringify(madeBy)]);
    const mailed = { language, to: open.address, parameters: { link: link(token) }, expiresAt };
    await mail.enqueue(query, { kind: "invitation", ...mailed }, by.at);
    await recordAudit(query, { type: "invitation_sent_again", ...by, detail: { invitation: id } });
    return "sent";
  });
}

interface Open {
  readonly address: string;
  readonly canonical: string;
  readonly roleIds: readonly string[];
  readonly organizationId: string | null;
}

const OPEN = `
  SELECT address, address_canonical AS canonical, role_ids AS "roleIds", organization_id AS "organizationId"
    FROM invitation WHERE id = $1 AND ${INVITATION_IS_OPEN} FOR UPDATE`;

// One that was printed or logged is mailed from now on: who sends it could invite and give its roles.
const RENEW = `
  UPDATE invitation SET token_hash = $2, created_at = $3, expires_at = $4, made_by = $5, delivery = 'mailed'
   WHERE id = $1`;
