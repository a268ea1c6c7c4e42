/** Links with which people set a password: they ask for one themselves, or an operator sends one. */
import { randomUUID } from "node:crypto";
import type { EmailAddress, Secret } from "@countersign/rules";
import { readEmailAddress } from "@countersign/rules";
import type { Message } from "../../people/mail/message.ts";
import { actedIn, type Occasion } from "../../people/mail/notices.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { findOrStandIn } from "../../platform/stores/person/stand-in.ts";
import { MAY_RESET } from "../../platform/stores/person/users.ts";
import { autocommit, inTransaction } from "../../platform/stores/transaction.ts";
import { beginProof } from "../../platform/stores/ways-in/address-proofs.ts";
import type { ActingBrowser, PasswordActs } from "./passwords.ts";

export interface ResetRequest extends ActingBrowser {
  readonly address: EmailAddress;
  /** How long the link is valid. */
  readonly lifetimeSeconds: number;
  /** Where a link with this token leads: a path of ours. */
  readonly linkTo: (token: Secret) => string;
}

/**
 * Writes a mail with a link to the enabled account that has this proved address and a password. The work is the same
 * for every address: the same statements, of which one writes a proof and one a mail. Without such an account the proof
 * belongs to no account, and the mail has expired already, so that it is never sent.
 */
export function requestReset(
  { database, mail }: PasswordActs,
  { address, lifetimeSeconds, browser, language, linkTo }: ResetRequest,
  by: Occasion,
): Promise<void> {
  const { at } = by;
  return inTransaction(database.pool, async (query) => {
    const [person] = await query(FIND, [address.canonical, randomUUID()]);
    const userId = person?.id == null ? undefined : String(person.id);
    const { token, expiresAt } = await beginProof(query, "reset", { address, userId, lifetimeSeconds }, at);
    const message: Message = {
      kind: "reset-link",
      to: address.deliverable,
      language: String(person?.locale ?? language),
      parameters: { link: linkTo(token), ...actedIn(browser, by) },
      expiresAt: userId === undefined ? at : expiresAt,
    };
    await mail.enqueue(query, userId === undefined ? message : { ...message, userId }, at);
  });
}

/**
 * Sends a link with which the person sets a first password, or another one, to the address that the account has, proved
 * or not. Using the link proves the address. Returns the address; `undefined` if the account has none, or is disabled.
 */
export function sendEnrolmentLink(
  { database, mail }: PasswordActs,
  { userId, linkTo }: { readonly userId: string; readonly linkTo: (token: Secret) => string },
  by: By,
): Promise<string | undefined> {
  return inTransaction(database.pool, async (query) => {
    const [person] = await query(ADDRESS, [userId]);
    const address = person === undefined ? undefined : readEmailAddress(String(person.email));
    if (person === undefined || address === undefined) return undefined;

    const { token, expiresAt } = await beginProof(query, "enrolment", { address, userId }, by.at);
    const language = String(person.locale ?? "en");
    const parameters = { link: linkTo(token) };
    const to = address.deliverable;
    await mail.enqueue(query, { kind: "enrolment-link", to, userId, language, parameters, expiresAt }, by.at);
    await recordAudit(query, { type: "enrolment_link_sent", userId, ...by });
    return to;
  });
}

interface SentReset {
  readonly userId: string;
  readonly lifetimeSeconds: number;
  readonly linkTo: (token: Secret) => string;
  /** Counts the mail to this address in canonical form, and throws at a limit. */
  readonly count: (canonical: string) => Promise<void>;
}

/**
 * Mails to a person the link that they could ask for themselves. No other person sees it. Returns false if they could
 * not: without an enabled account, a proved address, or a password where passkeys are the way in.
 */
export async function sendReset(
  { database, mail }: PasswordActs,
  { userId, lifetimeSeconds, linkTo, count }: SentReset,
  by: By,
): Promise<boolean> {
  const counted = addressIn(await autocommit(database.pool)(FIND_PERSON, [userId]));
  if (counted === undefined) return false;
  // Counted before a connection is held: the count may use another one (decision 122).
  await count(counted.canonical);

  return inTransaction(database.pool, async (query) => {
    const found = await query(FIND_PERSON, [userId]);
    const address = addressIn(found);
    // An address that was changed since was not counted.
    if (address === undefined || address.canonical !== counted.canonical) return false;

    const { token, expiresAt } = await beginProof(query, "reset", { address, userId, lifetimeSeconds }, by.at);
    const language = String(found[0]?.locale ?? "en");
    const parameters = { link: linkTo(token), browser: "" };
    const to = address.deliverable;
    await mail.enqueue(query, { kind: "reset-link", to, userId, language, parameters, expiresAt }, by.at);
    await recordAudit(query, { type: "enrolment_link_sent", userId, ...by, detail: { link: "reset" } });
    return true;
  });
}

const addressIn = ([person]: readonly Record<string, unknown>[]): EmailAddress | undefined =>
  person === undefined ? undefined : readEmailAddress(String(person.email));

const CAN_RESET = `email_verified_at IS NOT NULL AND disabled_at IS NULL AND ${MAY_RESET}`;

const FIND_PERSON = `SELECT email, locale FROM end_user WHERE id = $1 AND ${CAN_RESET}`;

const FIND = findOrStandIn(`SELECT id, locale FROM end_user WHERE email_canonical = $1 AND ${CAN_RESET}`, 2);

const ADDRESS = "SELECT email, locale FROM end_user WHERE id = $1 AND email IS NOT NULL AND disabled_at IS NULL";
