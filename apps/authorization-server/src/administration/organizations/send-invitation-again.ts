/**
 * Sends an open invitation into an organization again, with a new link: the one before no longer works. The act and its
 * audit row are one transaction.
 */
import { after, hashSecret, newSecret, readEmailAddress } from "@countersign/rules";
import type { Outbox } from "../../people/mail/message.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { lockOrganizationAlone } from "../../platform/stores/organization-lock.ts";
import { lockInvitationInto, openInvitationInto } from "../../platform/stores/person/invitations.ts";
import { inTransaction, type WithPool } from "../../platform/stores/transaction.ts";
import { isKnownAddress } from "../../platform/stores/ways-in/sign-in-names.ts";
import { type AssertMayAct, type GivenRole, rolesWith } from "../invitations/invited-roles.ts";
import type { SentAgain } from "../invitations/send-again.ts";

interface SentAgainInto extends SentAgain {
  readonly organizationId: string;
  /** Whether the deployment lets people create accounts by an invitation. */
  readonly takesSignUps: boolean;
  /** Whether who sends it could give these roles of the deployment. */
  readonly couldGive: (roles: readonly GivenRole[]) => boolean;
}

/** Who sends it gives its roles from now on. Returns false if the organization has no open invitation with this id. */
export function sendOrganizationInvitationAgain(
  { database, mail }: { readonly database: WithPool; readonly mail: Outbox },
  { organizationId, id, lifetimeSeconds, language, takesSignUps, link, madeBy, couldGive }: SentAgainInto,
  by: By,
  assertMaySend: AssertMayAct,
): Promise<boolean> {
  return inTransaction(database.pool, async (query) => {
    await lockOrganizationAlone(query, organizationId);
    await lockInvitationInto(query, organizationId, { id });
    const [open] = (await query(OPEN, [organizationId, id, by.at])) as unknown as Open[];
    const address = readEmailAddress(open?.address ?? "");
    if (open === undefined || address === undefined) return false;
    assertMaySend(await rolesWith(query, open.roleIds));
    const [token, expiresAt] = [newSecret(), after(by.at, lifetimeSeconds)];
    await query(RENEW, [id, hashSecret(token), by.at, expiresAt, JSON.stringify(madeBy)]);
    // The invitation to create an account that came with it has the same link. It keeps what the deployment put on it
    // if who sends it could give that, and is replaced otherwise, as by a new invitation.
    const maySignUp = takesSignUps && !(await isKnownAddress(query, address.canonical));
    const which = [organizationId, address.canonical];
    const [signUp] = (await query(SIGN_UP, which)) as unknown as Pick<Open, "roleIds">[];
    const isKept = signUp !== undefined && couldGive(await rolesWith(query, signUp.roleIds));
    if (!maySignUp) await query(CLOSE_SIGN_UP, which);
    else if (isKept)
      await query(RENEW_SIGN_UP, [...which, hashSecret(token), by.at, expiresAt, JSON.stringify(madeBy)]);
    else await openInvitationInto(query, address, { organizationId, token, madeBy, at: by.at, expiresAt });
    const mailed = { language, to: address.deliverable, parameters: { link: link(token) }, expiresAt };
    await mail.enqueue(query, { kind: "organization-invitation", ...mailed }, by.at);
    const detail = { organization: organizationId, invitation: id };
    await recordAudit(query, { type: "organization_invitation_sent_again", ...by, detail });
    return true;
  });
}

interface Open {
  readonly address: string;
  readonly roleIds: readonly string[];
}

const OPEN = `
  SELECT address, role_ids AS "roleIds" FROM organization_invitation
   WHERE organization_id = $1 AND id = $2 AND expires_at > $3 FOR UPDATE`;

const RENEW = `
  UPDATE organization_invitation SET token_hash = $2, created_at = $3, expires_at = $4, made_by = $5 WHERE id = $1`;

const SIGN_UP = `SELECT role_ids AS "roleIds" FROM invitation WHERE organization_id = $1 AND address_canonical = $2`;

const RENEW_SIGN_UP = `
  UPDATE invitation SET token_hash = $3, created_at = $4, expires_at = $5, made_by = $6
   WHERE organization_id = $1 AND address_canonical = $2`;

const CLOSE_SIGN_UP = "DELETE FROM invitation WHERE organization_id = $1 AND address_canonical = $2";
