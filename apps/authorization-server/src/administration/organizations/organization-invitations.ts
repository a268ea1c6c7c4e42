/**
 * Invitations into an organization. To accept an invitation, a person opens the link of the mail and proves the
 * address, on the pages of their account. A person without an account creates an account by the link, if the deployment
 * takes invitations. Having the address is not enough: administrators of people, imports and directories can mark any
 * address as verified. Each act and its audit row are one transaction. The row has the id of the invitation and not the
 * address, which may be that of a person.
 */
import { randomUUID } from "node:crypto";
import { after, type EmailAddress, hashSecret, newSecret } from "@countersign/rules";
import type { Outbox } from "../../people/mail/message.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { lockOrganizationAlone } from "../../platform/stores/organization-lock.ts";
import { type Giver, mayStill } from "../../platform/stores/person/givers.ts";
import { lockInvitationInto, openInvitationInto } from "../../platform/stores/person/invitations.ts";
import { lockPerson } from "../../platform/stores/person/person-lock.ts";
import { inTransaction, type Query, type WithPool } from "../../platform/stores/transaction.ts";
import { isKnownAddress } from "../../platform/stores/ways-in/sign-in-names.ts";
import { type AssertMayAct, giveInvitedRoles, rolesWith } from "../invitations/invited-roles.ts";
import { endIssuedBy } from "../roles/changed-roles.ts";
import { join } from "./membership.ts";

/** The most open invitations of one organization. */
const MOST_OPEN = 1000;

export interface NewOrganizationInvitation {
  readonly organizationId: string;
  readonly address: EmailAddress;
  /** The roles in the organization that the person gets who accepts. */
  readonly roleIds: readonly string[];
  readonly lifetimeSeconds: number;
  /** The language range of the mail. */
  readonly language: string;
  /** Whether the deployment lets people create accounts by an invitation. */
  readonly takesSignUps: boolean;
  /** The path and query of the link with this token. */
  readonly link: (token: string) => string;
  /** Who invites, and gives the roles. */
  readonly madeBy: Giver;
}

/**
 * Invites the person who reads the mails of an address. It replaces an open invitation of this address into this
 * organization. The mail and the answer are alike whether or not there is an account. Returns the id of the invitation;
 * undefined if the organization has too many open ones, or is not there.
 */
export function inviteIntoOrganization(
  { database, mail }: { readonly database: WithPool; readonly mail: Outbox },
  invitation: NewOrganizationInvitation,
  by: By,
  assertMayReplace: AssertMayAct,
): Promise<string | undefined> {
  const { organizationId, address, roleIds, lifetimeSeconds, language, takesSignUps, link, madeBy } = invitation;
  return inTransaction(database.pool, async (query) => {
    const [id, token, expiresAt] = [randomUUID(), newSecret(), after(by.at, lifetimeSeconds)];
    const { canonical, deliverable } = address;
    // Of two that invite an address at the same time, the second one sees the roles that the first one gives.
    await lockOrganizationAlone(query, organizationId);
    await lockInvitationInto(query, organizationId, { canonical });
    const [open] = await query(OPEN_OF, [organizationId, canonical, by.at]);
    if (open !== undefined) assertMayReplace(await rolesWith(query, open.roleIds as readonly string[]));
    const values = [id, organizationId, deliverable, canonical, roleIds, by.at, expiresAt, MOST_OPEN];
    const [invited] = await query(INVITE, [...values, hashSecret(token), JSON.stringify(madeBy)]);
    if (invited === undefined) return undefined;

    const isKnown = await isKnownAddress(query, canonical);
    if (takesSignUps && !isKnown) {
      await openInvitationInto(query, address, { organizationId, token, madeBy, at: by.at, expiresAt });
    }
    // The mail does not name the organization: its administrators choose that name, and the address.
    const [parameters, to] = [{ link: link(token) }, deliverable];
    await mail.enqueue(query, { kind: "organization-invitation", language, to, parameters, expiresAt }, by.at);
    const detail = { organization: organizationId, invitation: id };
    await recordAudit(query, { type: "organization_invitation_added", ...by, detail });
    return id;
  });
}

/** Withdraws an open invitation into an organization. Returns false if the organization has none with this id. */
export function withdrawOrganizationInvitation(
  { pool }: WithPool,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
  by: By,
  assertMayWithdraw: AssertMayAct,
): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    await lockInvitationInto(query, organizationId, { id });
    const [open] = await query(OPEN_WITH, [organizationId, id]);
    if (open === undefined) return false;
    assertMayWithdraw(await rolesWith(query, open.roleIds as readonly string[]));
    await query("DELETE FROM organization_invitation WHERE id = $1", [id]);
    await query(CLOSE_SIGN_UP, [organizationId, open.canonical]);
    const detail = { organization: organizationId, invitation: id };
    await recordAudit(query, { type: "organization_invitation_withdrawn", ...by, detail });
    return true;
  });
}

/** What accepts an invitation: its id and link, or the invitation to create an account that came with it. */
type Accepted = { readonly id: string; readonly token: string } | { readonly organizationId: string };

interface Accepting {
  readonly userId: string;
  /** The identifier of the administration API; undefined if it is off. */
  readonly administration: string | undefined;
}

/**
 * Has a person join an organization by an open invitation of one of their verified addresses, and gives its roles.
 * Returns false if there is no such invitation, or if who made it may not invite any more.
 */
export async function joinByInvitation(
  query: Query,
  { userId, administration }: Accepting,
  accepted: Accepted,
  by: By,
): Promise<boolean> {
  await lockForJoining(query, userId, accepted);
  const api = administration ?? null;
  const [taken] =
    "id" in accepted
      ? await query(TAKE_LINK, [userId, by.at, accepted.id, api, hashSecret(accepted.token)])
      : await query(TAKE_NEW, [userId, by.at, accepted.organizationId, api]);
  if (taken === undefined) return false;

  const { organizationId, id, canonical, roleIds, madeBy, mayInvite } = taken as unknown as Taken;
  const detail = { organization: organizationId, invitation: id };
  await query(CLOSE_SIGN_UP, [organizationId, canonical]);
  if (!mayInvite) {
    const withdrawn = { at: by.at, actor: { kind: "system" }, detail: { ...detail, reason: "maker" } } as const;
    await recordAudit(query, { type: "organization_invitation_withdrawn", ...withdrawn });
    return false;
  }
  await recordAudit(query, { type: "organization_invitation_accepted", ...by, userId, detail });
  await join(query, { organizationId, userId }, by);
  const givers = Object.fromEntries(roleIds.map((role) => [role, madeBy]));
  await giveInvitedRoles(query, { invitationId: id, userId, organizationId, givers, administration }, by);
  await endIssuedBy(query, { organizationId, userId }, by);
  return true;
}

/** Locks what the person will belong to and have, and then the person (decision 131). */
async function lockForJoining(query: Query, userId: string, accepted: Accepted): Promise<void> {
  const which = "id" in accepted ? [accepted.id, null] : [null, accepted.organizationId];
  await query(LOCK_ORGANIZATION, which);
  await query(LOCK_ROLES, which);
  await lockPerson(query, userId);
}

interface Taken {
  readonly id: string;
  readonly organizationId: string;
  readonly canonical: string;
  readonly roleIds: readonly string[];
  readonly madeBy: Giver | null;
  readonly mayInvite: boolean;
}

/** Has a person accept an invitation on the pages of their account. */
export const acceptOrganizationInvitation = (
  { database: { pool }, administration }: Pick<Accepting, "administration"> & { readonly database: WithPool },
  { userId, ...link }: { readonly userId: string; readonly id: string; readonly token: string },
  by: By,
): Promise<boolean> => inTransaction(pool, (query) => joinByInvitation(query, { userId, administration }, link, by));

/** Has a person decline an invitation. Returns false if there is none for one of their verified addresses. */
export function declineOrganizationInvitation(
  { pool }: WithPool,
  { userId, id }: { readonly userId: string; readonly id: string },
  by: By,
): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    const [taken] = await query(TAKE_OWN, [userId, by.at, id]);
    if (taken === undefined) return false;
    const detail = { organization: taken.organizationId, invitation: id };
    await recordAudit(query, { type: "organization_invitation_withdrawn", ...by, userId, detail });
    return true;
  });
}

const OPEN_OF = `
  SELECT role_ids AS "roleIds" FROM organization_invitation
   WHERE organization_id = $1 AND address_canonical = $2 AND expires_at > $3 FOR UPDATE`;

const INVITE = `
  INSERT INTO organization_invitation
         (id, organization_id, address, address_canonical, role_ids, created_at, expires_at, token_hash, made_by)
  SELECT $1, o.id, $3, $4, $5, $6, $7, $9, $10 FROM organization o
   WHERE o.id = $2 AND (SELECT count(*) FROM organization_invitation
                         WHERE organization_id = o.id AND expires_at > $6 AND address_canonical <> $4) < $8
  ON CONFLICT (organization_id, address_canonical) DO UPDATE
     SET id = $1, address = $3, role_ids = $5, created_at = $6, expires_at = $7, token_hash = $9, made_by = $10
  RETURNING id`;

const OPEN_WITH = `
  SELECT address_canonical AS canonical, role_ids AS "roleIds" FROM organization_invitation
   WHERE organization_id = $1 AND id = $2 FOR UPDATE`;

const OF_INVITATION = "(SELECT organization_id FROM organization_invitation WHERE id = $1::uuid)";
const LOCK_ORGANIZATION = `
  SELECT id FROM organization WHERE id = coalesce($2::uuid, ${OF_INVITATION}) FOR KEY SHARE`;
const LOCK_ROLES = `
  SELECT id FROM role
   WHERE id IN (SELECT unnest(role_ids) FROM organization_invitation WHERE id = $1::uuid OR organization_id = $2::uuid)
   ORDER BY id FOR KEY SHARE`;

const CLOSE_SIGN_UP = "DELETE FROM invitation WHERE organization_id = $1 AND address_canonical = $2";

const TAKE = `
  DELETE FROM organization_invitation i USING end_user u
   WHERE u.id = $1 AND u.email_verified_at IS NOT NULL AND i.address_canonical = u.email_canonical
     AND i.expires_at > $2`;
// Invitations of an earlier version do not say who made them: they give the membership, and no roles.
const TAKEN = `
  RETURNING i.id, i.organization_id AS "organizationId", i.address_canonical AS canonical, i.role_ids AS "roleIds",
            i.made_by AS "madeBy",
            (i.made_by IS NULL OR ${mayStill("i.made_by", "organizations:write", "$4")}) AS "mayInvite"`;
const TAKE_LINK = `${TAKE} AND i.id = $3 AND i.token_hash = $5 ${TAKEN}`;
const TAKE_NEW = `${TAKE} AND i.organization_id = $3 ${TAKEN}`;
const TAKE_OWN = `
  ${TAKE} AND i.id = $3
  RETURNING i.organization_id AS "organizationId"`;
