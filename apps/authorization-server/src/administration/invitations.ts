/**
 * Invitations to create an account. Each act and its audit row are one transaction. The row has the id of the
 * invitation and not the address, which may be that of a person.
 */
import type { Database } from "@countersign/database";
import { after, type EmailAddress } from "@countersign/rules";
import type { Outbox } from "../mail/outbox.ts";
import { type By, recordAudit } from "../stores/audit-events.ts";
import { openInvitation } from "../stores/person/invitations.ts";
import { isKnownAddress } from "../stores/person/sign-in-names.ts";
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
    if (await isKnownAddress(query, address.canonical)) return false;
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

/** Withdraws an open invitation. Returns false if there is none with this id. */
export function withdrawInvitationOf({ pool }: WithPool, id: string, by: By): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    if ((await query(WITHDRAW_ID, [id, by.at])).length === 0) return false;
    await recordAudit(query, { type: "invitation_withdrawn", ...by, detail: { invitation: id } });
    return true;
  });
}

/**
 * Has an open invitation give a role to the person who accepts it, or no longer. Returns false if there is no such
 * invitation, or if this is so already.
 */
export function changeInvitedRole(
  { pool }: WithPool,
  { id, roleId, isGiven }: { readonly id: string; readonly roleId: string; readonly isGiven: boolean },
  by: By,
): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    if ((await query(isGiven ? GIVE : TAKE, [id, roleId, by.at, MOST_ROLES])).length === 0) return false;
    const detail = { invitation: id, role: roleId, given: isGiven };
    await recordAudit(query, { type: "invitation_changed", ...by, detail });
    return true;
  });
}

const MOST_ROLES = 20;

const GIVE = `
  UPDATE invitation SET role_ids = role_ids || $2::uuid
   WHERE id = $1 AND expires_at > $3 AND $2::uuid <> ALL (role_ids) AND cardinality(role_ids) < $4 RETURNING id`;
const TAKE = `
  UPDATE invitation SET role_ids = array_remove(role_ids, $2::uuid)
   WHERE id = $1 AND expires_at > $3 AND $2::uuid = ANY (role_ids) AND $4 > 0 RETURNING id`;
const WITHDRAW_ID = "DELETE FROM invitation WHERE id = $1 AND expires_at > $2 RETURNING id";

/** Withdraws the open invitation of an address in canonical form. Returns false if there is none. */
export function withdrawInvitation({ pool }: WithPool, canonical: string, by: By): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    const [withdrawn] = await query(WITHDRAW, [canonical, by.at]);
    if (withdrawn === undefined) return false;
    await recordAudit(query, { type: "invitation_withdrawn", ...by, detail: { invitation: withdrawn.id } });
    return true;
  });
}

const WITHDRAW = "DELETE FROM invitation WHERE address_canonical = $1 AND expires_at > $2 RETURNING id";
