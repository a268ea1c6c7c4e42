/**
 * Invitations to create an account. Each act and its audit row are one transaction. The row has the id of the
 * invitation and not the address, which may be that of a person.
 */
import { after, type EmailAddress } from "@countersign/rules";
import type { Outbox } from "../../people/mail/message.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import type { Giver } from "../../platform/stores/person/givers.ts";
import { openInvitation } from "../../platform/stores/person/invitations.ts";
import { inTransaction, type Query, type WithPool } from "../../platform/stores/transaction.ts";
import { isKnownAddress } from "../../platform/stores/ways-in/sign-in-names.ts";
import { type AssertMayAct, rolesWith } from "./invited-roles.ts";

export interface NewInvitation {
  readonly address: EmailAddress;
  /** The roles that the person gets who accepts. */
  readonly roleIds?: readonly string[];
  readonly lifetimeSeconds: number;
  /** The language range of the mail. */
  readonly language: string;
  /** The path and query of the link with this token. */
  readonly link: (token: string) => string;
  readonly madeBy: Giver;
}

/**
 * Invites the person who reads the mails of an address. An open invitation of this address is replaced. Sends nothing,
 * and returns "known" if there is an account with this address, or "changed" if the open one was given roles in the
 * meantime.
 */
export function invite(
  { database, mail }: { readonly database: WithPool; readonly mail: Outbox },
  { address, roleIds = [], lifetimeSeconds, language, link, madeBy }: NewInvitation,
  by: By,
  assertMayReplace: AssertMayAct,
): Promise<"invited" | "known" | "changed"> {
  return inTransaction(database.pool, async (query) => {
    if (await isKnownAddress(query, address.canonical)) return "known";
    const [open] = await query(OPEN_OF, [address.canonical, by.at]);
    const replaced = await lookedAt(query, open, assertMayReplace);
    const expiresAt = after(by.at, lifetimeSeconds);
    const opened = await openInvitation(query, address, { at: by.at, expiresAt, roleIds, madeBy }, replaced);
    if (opened === undefined) return "changed";
    const to = address.deliverable;
    const parameters = { link: link(opened.token) };
    await mail.enqueue(query, { kind: "invitation", language, to, parameters, expiresAt }, by.at);
    const detail = { invitation: opened.id, ...(roleIds.length > 0 && { roles: roleIds }) };
    await recordAudit(query, { type: "invitation_added", ...by, detail });
    return "invited";
  });
}

/** Withdraws an open invitation. Returns false if there is none with this id. */
export const withdrawInvitationOf = ({ pool }: WithPool, id: string, by: By, assertMayWithdraw: AssertMayAct) =>
  inTransaction(pool, async (query) => withdraw(query, await query(OPEN_WITH, [id, by.at]), by, assertMayWithdraw));

/** Withdraws the open invitation of an address in canonical form. Returns false if there is none. */
export const withdrawInvitation = ({ pool }: WithPool, canonical: string, by: By, assertMayWithdraw: AssertMayAct) =>
  inTransaction(pool, async (query) =>
    withdraw(query, await query(OPEN_OF, [canonical, by.at]), by, assertMayWithdraw),
  );

async function withdraw(
  query: Query,
  [open]: readonly Record<string, unknown>[],
  by: By,
  assertMayWithdraw: AssertMayAct,
): Promise<boolean> {
  if (open === undefined) return false;
  await lookedAt(query, open, assertMayWithdraw);
  await query("DELETE FROM invitation WHERE id = $1", [open.id]);
  await recordAudit(query, { type: "invitation_withdrawn", ...by, detail: { invitation: open.id } });
  return true;
}

export interface InvitedRole {
  readonly id: string;
  readonly roleId: string;
  readonly isGiven: boolean;
  readonly giver: Giver;
}

/**
 * Has an open invitation give a role to the person who accepts it, or no longer. Returns false if there is no such
 * invitation, or if this is so already.
 */
export function changeInvitedRole(
  { pool }: WithPool,
  { id, roleId, isGiven, giver }: InvitedRole,
  by: By,
  assertMayChange: AssertMayAct,
): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    const [open] = await query(OPEN_WITH, [id, by.at]);
    await lookedAt(query, open, assertMayChange);
    if (open === undefined) return false;
    const [statement, more] = isGiven ? [GIVE, [MOST_ROLES, JSON.stringify(giver)]] : [TAKE, []];
    if ((await query(statement, [id, roleId, ...more])).length === 0) return false;
    const detail = { invitation: id, role: roleId, given: isGiven };
    await recordAudit(query, { type: "invitation_changed", ...by, detail });
    return true;
  });
}

/** The roles of an open invitation, whose row is locked, after it was asked whether the act may be done. */
async function lookedAt(
  query: Query,
  open: Record<string, unknown> | undefined,
  assertMayAct: AssertMayAct,
): Promise<readonly string[]> {
  const roleIds = (open?.roleIds ?? []) as readonly string[];
  if (open !== undefined) assertMayAct(await rolesWith(query, roleIds));
  return roleIds;
}

const MOST_ROLES = 20;

const OPEN_WITH = `
  SELECT id, role_ids AS "roleIds" FROM invitation WHERE id = $1 AND expires_at > $2 FOR UPDATE`;
const OPEN_OF = `
  SELECT id, role_ids AS "roleIds" FROM invitation WHERE address_canonical = $1 AND expires_at > $2 FOR UPDATE`;

const GIVE = `
  UPDATE invitation
     SET role_ids = role_ids || $2::uuid, role_givers = role_givers || jsonb_build_object($2::text, $4::jsonb)
   WHERE id = $1 AND $2::uuid <> ALL (role_ids) AND cardinality(role_ids) < $3 RETURNING id`;
const TAKE = `
  UPDATE invitation SET role_ids = array_remove(role_ids, $2::uuid), role_givers = role_givers - $2::text
   WHERE id = $1 AND $2::uuid = ANY (role_ids) RETURNING id`;
