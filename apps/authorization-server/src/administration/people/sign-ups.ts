/** How people create their own accounts. No account exists before its address is proved. */
import { randomUUID } from "node:crypto";
import { isUniqueViolation } from "@countersign/database";
import { type AcceptedInvitation, newUserHandle, randomUsername } from "@countersign/rules";
import { type By, type Occurrence, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { type TakenInvitation, takeInvitation } from "../../platform/stores/person/invitations.ts";
import { acceptTerms } from "../../platform/stores/person/terms.ts";
import {
  isRetiredUsername,
  storedUsername,
  USERNAME_COLUMNS,
  usernameValuesOf,
} from "../../platform/stores/person/usernames.ts";
import { inTransaction, type Query, type WithPool } from "../../platform/stores/transaction.ts";
import { spendProof } from "../../platform/stores/ways-in/address-proofs.ts";
import { HAS_ADDRESS, isNameTaken } from "../../platform/stores/ways-in/sign-in-names.ts";
import { giveInvitedRoles } from "../invitations/invited-roles.ts";
import { joinByInvitation } from "../organizations/organization-invitations.ts";
import { type AddedPasskey, insertPasskey } from "../ways-in/passkeys.ts";

/** What shows that the person receives mail at the address: the code that was typed, or an invitation. */
export type Ground = { readonly proofId: string } | AcceptedInvitation;

/** The random id of a ground. One account at most is created from it. */
export const idOfGround = (ground: Ground): string => ("proofId" in ground ? ground.proofId : ground.invitationId);

export interface NewAccount {
  readonly ground: Ground;
  /** The name as a whole, if it is known. Otherwise it is made of the two parts. */
  readonly name?: string | undefined;
  /** The username that the person chose, if any. */
  readonly username: string | undefined;
  /** The way in that the person chose. */
  readonly wayIn: { readonly passwordHash: string } | { readonly passkey: AddedPasskey };
  readonly givenName: string | undefined;
  readonly familyName: string | undefined;
  /** The language range of the pages, which mails use from then on. */
  readonly locale: string;
  /** `YYYY-MM-DD`, if it is to be kept. */
  readonly birthdate: string | undefined;
  /** Whether the person stated a date of birth that meets the minimum age. */
  readonly ageConfirmed: boolean;
  /** The terms that the person accepted. */
  readonly documentIds: readonly string[];
}

export type Created =
  | { readonly kind: "created"; readonly userId: string; readonly username: string }
  /** Another account has this username, or one that looks like it, or an erased one had. The proof is still good. */
  | { readonly kind: "username_taken" }
  /** Another account has this passkey (WebAuthn §7.1 step 26). The proof is still good. */
  | { readonly kind: "passkey_known" }
  /** The proof or invitation expired or was spent, or another account has the address by now. */
  | { readonly kind: "void" };

/**
 * Creates an account with the address that was proved. Of several callers with one ground, or with grounds for
 * one address, one creates an account.
 *
 * @param administration the identifier of the administration API; undefined if it is off
 */
export async function createAccount(
  { database: { pool }, administration }: { readonly database: WithPool; readonly administration: string | undefined },
  account: NewAccount,
  occurrence: Occurrence,
): Promise<Created> {
  const { at } = occurrence;
  try {
    return await inTransaction(pool, async (query) => {
      const proved = await spend(query, account.ground, at, administration);
      if (proved === undefined || (await isVoid(query, proved, at))) return { kind: "void" };
      const created = await insertAccount(query, { ...account, proved }, at);
      if (created === undefined) {
        if ((await query(KNOWN, [proved.canonical])).length > 0) return { kind: "void" };
        throw USERNAME_TAKEN; // so that the proof is not spent
      }
      // Asked after the row is written: if the account with this username was being erased, that is over now.
      if (await isRetiredUsername(query, created.username, at)) throw USERNAME_TAKEN;
      await acceptTerms(query, created.userId, { documentIds: account.documentIds, language: account.locale, at });
      const by = { actor: { kind: "person", userId: created.userId }, ...occurrence } as const;
      await completeAccount(query, { userId: created.userId, invitation: invitationIn(proved), administration }, by);
      if ("passkey" in account.wayIn) await insertPasskey(query, created.userId, account.wayIn.passkey, by);
      return { kind: "created", ...created };
    });
  } catch (err) {
    if (err === USERNAME_TAKEN) return { kind: "username_taken" };
    // A username that a person chooses is no address: the address is the username of another account.
    if (isNameTaken(err)) return { kind: "void" };
    if (isUniqueViolation(err)) return { kind: "passkey_known" };
    throw err;
  }
}

interface Completed {
  readonly userId: string;
  /** The invitation that was accepted, if any. */
  readonly invitation: TakenInvitation | undefined;
  readonly administration: string | undefined;
}

/** Writes what belongs to a new account: its audit row, and the roles or the organization of an invitation. */
export async function completeAccount(
  query: Query,
  { userId, invitation, administration }: Completed,
  by: By,
): Promise<void> {
  await recordAudit(query, { type: "user_signed_up", userId, ...by });
  if (invitation === undefined) return;
  const { id: invitationId, roleIds, roleGivers, organizationId } = invitation;
  const givers = Object.fromEntries(roleIds.map((id) => [id, roleGivers[id] ?? null]));
  await giveInvitedRoles(query, { invitationId, userId, givers, administration }, by);
  if (organizationId !== null) await joinByInvitation(query, { userId, administration }, { organizationId }, by);
}

/** Whether the person who made the invitation may no longer invite: it is closed, and the audit log says why. */
export async function isVoid(query: Query, taken: TakenInvitation | Proved | undefined, at: Date): Promise<boolean> {
  const invitation = invitationIn(taken);
  if (invitation === undefined || invitation.mayInvite) return false;
  const detail = { invitation: invitation.id, reason: "maker" };
  await recordAudit(query, { type: "invitation_withdrawn", actor: { kind: "system" }, at, detail });
  return true;
}

const invitationIn = (proved: TakenInvitation | Proved | undefined): TakenInvitation | undefined =>
  proved !== undefined && "mayInvite" in proved ? proved : undefined;

const USERNAME_TAKEN = new Error("the username is taken");

function spend(
  query: Query,
  ground: Ground,
  at: Date,
  administration: string | undefined,
): Promise<Proved | TakenInvitation | undefined> {
  if ("proofId" in ground) return spendProof(query, "sign-up", ground.proofId, at);
  return takeInvitation(query, ground, at, administration);
}

interface Proved {
  /** The address for delivery, and in canonical form. */
  readonly address: string;
  readonly canonical: string;
}

interface InsertedAccount
  extends Omit<NewAccount, "ground" | "wayIn" | "documentIds">,
    Partial<Pick<NewAccount, "ground" | "wayIn">> {
  readonly proved: Proved;
}

/**
 * Writes the row of an account with a proved address. Returns undefined if another account has the username or the
 * address; fails with `isNameTaken` if it has the one as the other. Without a way in, the caller adds one in the same
 * transaction.
 */
export async function insertAccount(
  query: Query,
  { proved, ...account }: InsertedAccount,
  at: Date,
): Promise<{ userId: string; username: string } | undefined> {
  const { givenName, familyName, wayIn, ground, locale, birthdate, ageConfirmed } = account;
  const username = account.username ?? randomUsername();
  const name = account.name ?? [givenName, familyName].filter((part) => part !== undefined).join(" ");
  const [row] = await query(INSERT, [
    randomUUID(),
    ...[wayIn !== undefined && "passwordHash" in wayIn ? wayIn.passwordHash : null, at],
    ...[name === "" ? null : name, givenName ?? null, familyName ?? null, locale, birthdate ?? null],
    ...[ageConfirmed ? at : null, proved.address, proved.canonical],
    ground !== undefined && wayIn !== undefined && "passkey" in wayIn
      ? Buffer.from(newUserHandle(idOfGround(ground)), "base64url")
      : null,
    ...usernameValuesOf(storedUsername(username)),
  ]);
  return row && { userId: String(row.id), username };
}

const KNOWN = `
  SELECT id, CASE WHEN email_canonical = $1 AND email_verified_at IS NOT NULL THEN email END AS email FROM end_user
   WHERE ${HAS_ADDRESS} ORDER BY 2 NULLS LAST LIMIT 1`;

const INSERT = `
  INSERT INTO end_user (id, password_hash, created_at, updated_at,
                        name, given_name, family_name, locale, birthdate, age_confirmed_at,
                        email, email_canonical, email_verified, email_verified_at, webauthn_user_handle,
                        ${USERNAME_COLUMNS.join(", ")})
  VALUES ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, true, $3, $12, $13, $14, $15, $16)
  ON CONFLICT DO NOTHING RETURNING id`;
