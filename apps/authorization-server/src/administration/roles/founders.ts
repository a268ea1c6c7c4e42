/** Invitations of administrators, whose links an operator or a first start prints. Nothing is mailed. */
import { after, type EmailAddress, type Secret } from "@countersign/rules";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { OPERATOR } from "../../platform/stores/person/givers.ts";
import { openInvitation } from "../../platform/stores/person/invitations.ts";
import { inTransaction, type Query, type WithPool } from "../../platform/stores/transaction.ts";
import { isKnownAddress } from "../../platform/stores/ways-in/sign-in-names.ts";
import type { RoleName } from "./kept-role.ts";

const LIFETIME_SECONDS = 3600;

export interface InvitedAdministrator {
  readonly address: EmailAddress;
  /** What the person gets who accepts. */
  readonly role: RoleName;
}

export type PrintedInvitation =
  | { readonly kind: "invited"; readonly token: Secret; readonly expiresAt: Date }
  /** There is an account with this address: it can be given the role. */
  | { readonly kind: "has_account" }
  /** The role does not exist. */
  | { readonly kind: "no_role" }
  /** A person has the role, or a link that was logged before is open still. */
  | { readonly kind: "not_first" };

/** Makes an invitation whose link is valid for an hour. It replaces an open one of the same address. */
export const inviteAdministrator = ({ pool }: WithPool, invited: InvitedAdministrator, by: By) =>
  inTransaction(pool, (query) => open(query, { ...invited, delivery: "printed" }, by));

/** The same for the log of a first start: only while no person has the role, and no such link is open. */
export const inviteFirstAdministrator = ({ pool }: WithPool, invited: InvitedAdministrator, by: By) =>
  inTransaction(pool, async (query): Promise<PrintedInvitation> => {
    // Of two that start at the same time, the second one sees the link of the first.
    await query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", ["first administrator"]);
    const { resource, name } = invited.role;
    if ((await query(IS_TAKEN, [resource, name, by.at])).length > 0) return { kind: "not_first" };
    return open(query, { ...invited, delivery: "logged" }, by);
  });

async function open(
  query: Query,
  { address, role, delivery }: InvitedAdministrator & { readonly delivery: "printed" | "logged" },
  by: By,
): Promise<PrintedInvitation> {
  if (await isKnownAddress(query, address.canonical)) return { kind: "has_account" };
  const [found] = await query(ROLE, [role.resource, role.name]);
  if (found === undefined) return { kind: "no_role" };
  const expiresAt = after(by.at, LIFETIME_SECONDS);
  const row = { at: by.at, expiresAt, delivery, roleIds: [String(found.id)], madeBy: OPERATOR };
  const opened = await openInvitation(query, address, row, undefined);
  if (opened === undefined) throw new Error("an operator replaces any invitation");
  await recordAudit(query, { type: "invitation_added", ...by, detail: { invitation: opened.id, ...role, delivery } });
  return { kind: "invited", token: opened.token, expiresAt };
}

const ROLE = "SELECT id FROM role WHERE resource = $1 AND name = $2";
const IS_TAKEN = `
  SELECT FROM role
   WHERE resource = $1 AND name = $2
     AND (EXISTS (SELECT FROM role_assignment WHERE role_id = role.id)
       OR EXISTS (SELECT FROM invitation WHERE delivery = 'logged' AND role.id = ANY (role_ids) AND expires_at > $3))`;
