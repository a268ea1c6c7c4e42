/**
 * Invitations to create an account. Each act and its audit row are one transaction. The row has the id of the
 * invitation and not the address, which may be that of a person.
 */
import type { Database } from "@countersign/database";
import { after, type EmailAddress, foldUsername } from "@countersign/rules";
import type { Outbox } from "../mail/outbox.ts";
import { type By, recordAudit } from "../stores/audit-events.ts";
import { openInvitation } from "../stores/person/invitations.ts";
import { HAS_ADDRESS } from "../stores/person/usernames.ts";
import { inTransaction } from "../stores/transaction.ts";

type WithPool = Pick<Database, "pool">;

export interface NewInvitation {
  readonly address: EmailAddress;
  readonly lifetimeSeconds: number;
  /** The language range of the mail. */
  readonly language: string;
  /** The path and query of the link with this token. */
  readonly link: (token: string) => string;
}

/**
 * Invites the person who reads the mails of an address. An open invitation of this address is replaced. Returns false,
 * and sends nothing, if there is an account with this address.
 */
export function invite(
  { database, mail }: { readonly database: WithPool; readonly mail: Outbox },
  { address, lifetimeSeconds, language, link }: NewInvitation,
  by: By,
): Promise<boolean> {
  return inTransaction(database.pool, async (query) => {
    if ((await query(KNOWN, [address.canonical, foldUsername(address.deliverable)])).length > 0) return false;
    const expiresAt = after(by.at, lifetimeSeconds);
    const { id, token } = await openInvitation(query, address, { at: by.at, expiresAt });
    const to = address.deliverable;
    await mail.enqueue(
      query,
      { kind: "invitation", language, to, parameters: { link: link(token) }, expiresAt },
      by.at,
    );
    await recordAudit(query, { type: "invitation_added", ...by, detail: { invitation: id } });
    return true;
  });
}

/** Withdraws the open invitation of an address in canonical form. Returns false if there is none. */
export function withdrawInvitation({ pool }: WithPool, canonical: string, by: By): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    const [withdrawn] = await query(WITHDRAW, [canonical, by.at]);
    if (withdrawn === undefined) return false;
    await recordAudit(query, { type: "invitation_withdrawn", ...by, detail: { invitation: withdrawn.id } });
    return true;
  });
}

const KNOWN = `SELECT FROM end_user WHERE ${HAS_ADDRESS} LIMIT 1`;
const WITHDRAW = "DELETE FROM invitation WHERE address_canonical = $1 AND expires_at > $2 RETURNING id";
