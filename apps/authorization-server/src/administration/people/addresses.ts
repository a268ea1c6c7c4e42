/** How people change their email address. Each act, its mails and its audit row are one transaction. */
import { after, type EmailAddress } from "@countersign/rules";
import type { Outbox } from "../../people/mail/message.ts";
import { actedIn } from "../../people/mail/notices.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { ifUnique, inTransaction, type Query, type WithPool } from "../../platform/stores/transaction.ts";
import type { AddressProof } from "../../platform/stores/ways-in/address-proof-rows.ts";
import { beginProof, spendProof, spendToken, voidProofs } from "../../platform/stores/ways-in/address-proofs.ts";
import { HAS_ADDRESS } from "../../platform/stores/ways-in/sign-in-names.ts";
import { endWaysIn } from "../ways-in/walked-ways.ts";
import { keepAccount } from "./account-state.ts";

interface Acts {
  readonly database: WithPool;
  readonly mail: Outbox;
}

export interface AddressChange {
  readonly userId: string;
  readonly address: EmailAddress;
  /** The secret of the browser, to which the code is bound. */
  readonly browser: string;
  readonly language: string;
  /** The page where the code is typed, as a path of ours. */
  readonly link: string;
}

/**
 * Mails a code to the new address. The old address stays until the code is typed. A newer change replaces one that is
 * pending. If another account has the address, its person is told so instead, and nothing else tells.
 */
export function beginAddressChange({ database, mail }: Acts, change: AddressChange, at: Date): Promise<void> {
  const { userId, address, browser, language, link } = change;
  return inTransaction(database.pool, async (query) => {
    const [known] = await query(KNOWN_TO_OTHERS, [address.canonical, userId]);
    const proof = { userId, address, browser };
    const { code = "", expiresAt } = await beginProof(query, "change-address", proof, at);
    const to = address.deliverable;
    const message =
      known === undefined
        ? ({ kind: "email-change-code", parameters: { code, link }, userId, expiresAt } as const)
        : ({ kind: "account-exists", parameters: {}, userId: String(known.id) } as const);
    await mail.enqueue(query, { ...message, language, to }, at);
  });
}

export interface ProvedChange {
  readonly userId: string;
  readonly proofId: string;
  /** The User-Agent of the browser that acts. */
  readonly userAgent: string;
  /** The path and query of the link that takes the change back, with this token. */
  readonly undoLink: (token: string) => string;
}

/**
 * Replaces the address by one that was proved. A mail to the old address has a link that takes it back. Returns false,
 * and changes nothing, if the proof was spent or is not for this account, or if another account has the address now.
 */
export async function changeAddress({ database, mail }: Acts, change: ProvedChange, by: By): Promise<boolean> {
  const { userId, proofId, userAgent, undoLink } = change;
  return ifUnique(false, () =>
    inTransaction(database.pool, async (query) => {
      const [old] = await query(LOCK, [userId]);
      const proof = await spendProof(query, "change-address", proofId, by.at);
      if (old === undefined || proof?.userId !== userId) return false;

      await setAddress(query, { ...proof, userId }, by.at);
      await voidProofs(query, userId);
      await recordAudit(query, { type: "email_changed", userId, ...by });
      if (old.isProved !== true) return true;

      const address = { deliverable: String(old.email), canonical: String(old.canonical) };
      const { token, expiresAt } = await beginProof(query, "undo-address", { address, userId }, by.at);
      const to = { to: address.deliverable, language: String(old.locale ?? "en"), userId };
      const parameters = { link: undoLink(token), ...actedIn(userAgent, by) };
      await mail.enqueue(query, { kind: "email-changed", ...to, parameters, expiresAt }, by.at);
      return true;
    }),
  );
}

/** A thief may add a way in first, and change the address then. */
const TAKEOVER_SECONDS = 24 * 3600;

/**
 * Restores an address by the link in the mail to it. All sessions of the account end, ways in that were added since a
 * day before the change are removed, and so is a password with which their owner would sign in again. A deletion that
 * was requested in the account is cancelled. Links about later changes are void: they may be in the hands of the person
 * who made those changes. Returns false, and changes nothing, if the link is not valid or another account signs in by
 * the address now.
 */
export async function undoAddressChange({ database }: Acts, token: string, by: By): Promise<boolean> {
  return ifUnique(false, () =>
    inTransaction(database.pool, async (query) => {
      const proof = await spendToken(query, "undo-address", token, by.at);
      if (proof?.userId == null) return false;
      const { userId } = proof;
      await setAddress(query, { ...proof, userId }, by.at);
      const isKept = await keepAccount(query, userId);
      // A thief who changed the address may have added ways in, and could sign in again by them.
      const undone = proof.createdAt;
      const since = after(undone, -TAKEOVER_SECONDS);
      const detail = await endWaysIn(query, { act: "address-undone", userId, at: by.at, since, undone });
      const event = { ...by, actor: { kind: "person", userId }, userId } as const;
      await recordAudit(query, { type: "email_change_undone", ...event, detail });
      if (isKept) await recordAudit(query, { type: "deletion_cancelled", ...event });
      return true;
    }),
  );
}

async function setAddress(
  query: Query,
  { userId, address, canonical }: Pick<AddressProof, "address" | "canonical"> & { readonly userId: string },
  at: Date,
): Promise<void> {
  await query(SET, [userId, address, canonical, at]);
}

const KNOWN_TO_OTHERS = `SELECT id FROM end_user WHERE ${HAS_ADDRESS} AND id <> $2 LIMIT 1`;

const LOCK = `
  SELECT email, email_canonical AS canonical, email_verified_at IS NOT NULL AS "isProved", locale
    FROM end_user WHERE id = $1 FOR NO KEY UPDATE`;

const SET = `
  UPDATE end_user SET email = $2, email_canonical = $3, email_verified = true, email_verified_at = $4, updated_at = $4
   WHERE id = $1`;
