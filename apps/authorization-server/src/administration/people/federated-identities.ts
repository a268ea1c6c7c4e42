/** Acts on the identities at other providers of people. Each act and its audit row are one transaction. */
import { randomUUID } from "node:crypto";
import type { EmailAddress, Factor } from "@countersign/rules";
import type { Outbox } from "../../people/mail/message.ts";
import { notify } from "../../people/mail/notices.ts";
import { type By, type Occurrence, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { takeInvitationOf } from "../../platform/stores/person/invitations.ts";
import { lockPerson } from "../../platform/stores/person/person-lock.ts";
import { inTransaction, type Query, type WithPool } from "../../platform/stores/transaction.ts";
import { type Identity, insertIdentity } from "../../platform/stores/ways-in/federated-identities.ts";
import { isNameTaken } from "../../platform/stores/ways-in/sign-in-names.ts";
import { hasSession } from "../sessions/sessions.ts";
import { removeUnlessDemanded } from "../ways-in/factor-removal.ts";
import { completeAccount, insertAccount, isVoid } from "./sign-ups.ts";

interface Acts {
  readonly database: WithPool;
  readonly mail: Outbox;
}

interface Connected {
  readonly userId: string;
  readonly identity: Identity;
  /** The User-Agent of the browser that acts, for the notice. */
  readonly browser: string;
}

/** What must still be so when the identity is connected. */
interface Grounds {
  /** The session in which the person acts. */
  readonly sessionId?: string;
  /** The proved address of the account, in canonical form, if the identity is connected for its sake. */
  readonly address?: string;
}

/**
 * Connects an identity to an account. Returns `known` if it is connected already, to this account or another one, and
 * `ended` if the session ended in the meantime, or the account has another address.
 */
export function connectIdentity(
  { database, mail }: Acts,
  { sessionId, address, ...connected }: Connected & Grounds,
  by: By,
): Promise<"connected" | "known" | "ended"> {
  const { userId } = connected;
  return inTransaction(database.pool, async (query) => {
    if ((await query(LOCK, [userId, address ?? null])).length === 0) return "ended";
    if (sessionId !== undefined && !(await hasSession(query, userId, sessionId))) return "ended";
    return (await connectIn(query, mail, connected, by)) ? "connected" : "known";
  });
}

/** The same in the transaction of another act, which holds the lock of the person. */
export async function connectIn(
  query: Query,
  mail: Outbox,
  { userId, identity, browser }: Connected,
  by: By,
): Promise<boolean> {
  await lockPerson(query, userId);
  if (!(await insert(query, { userId, identity }, by))) return false;
  await notify(query, mail, userId, { kind: "identity-connected", parameters: { browser } }, by);
  return true;
}

async function insert(query: Query, { userId, identity }: Omit<Connected, "browser">, by: By): Promise<boolean> {
  const id = randomUUID();
  if (!(await insertIdentity(query, { id, userId, identity, at: by.at }))) return false;
  const { providerId, issuer } = identity;
  await recordAudit(query, { type: "identity_connected", userId, ...by, detail: { id, providerId, issuer } });
  return true;
}

/**
 * Disconnects an identity of this person. Returns `missing` if the person has none with this id, `last` if they could
 * not sign in without it, and `demanded` if a demand needs it.
 *
 * @param isEnough whether the person may be left with these factors
 */
export function disconnectIdentity(
  { database, mail }: Acts,
  { userId, id, browser }: { readonly userId: string; readonly id: string; readonly browser: string },
  isEnough: (left: readonly Factor[]) => boolean,
  by: By,
): Promise<"removed" | "missing" | "last" | "demanded"> {
  return inTransaction(database.pool, async (query) => {
    await lockPerson(query, userId);
    const [ways] = await query(OTHERS, [userId, id]);
    if (ways === undefined) return "missing";
    if (ways.hasOther !== true) return "last";
    const remove = async () => (await query(REMOVE, [id, userId])).length > 0;
    const removed = await removeUnlessDemanded(query, userId, remove, isEnough);
    if (removed !== "removed") return removed;
    await recordAudit(query, { type: "identity_disconnected", userId, ...by, detail: { id } });
    await notify(query, mail, userId, { kind: "identity-disconnected", parameters: { browser } }, by);
    return "removed";
  });
}

export interface NewFederatedAccount {
  readonly identity: Identity;
  /** The address that the provider proved. */
  readonly address: EmailAddress;
  /** Whether only a person with an open invitation for the address gets an account. It gives its roles. */
  readonly isInvited: boolean;
  /** The name as a whole, if the provider states it. */
  readonly name?: string | undefined;
  readonly givenName: string | undefined;
  readonly familyName: string | undefined;
  /** The language range of the pages, which mails use from then on. */
  readonly locale: string;
}

/**
 * Creates an account with the identity as its only way in, and with the address that the provider proved. Returns
 * undefined, and creates nothing, if there is no invitation, if an account got one of both in the meantime, or if the
 * address is the username of another account.
 *
 * @param administration the identifier of the administration API; undefined if it is off
 */
export async function createFederatedAccount(
  { database, administration }: Pick<Acts, "database"> & { readonly administration: string | undefined },
  { identity, address, isInvited, ...names }: NewFederatedAccount,
  occurrence: Occurrence,
): Promise<{ readonly userId: string; readonly username: string } | undefined> {
  const { at } = occurrence;
  try {
    return await inTransaction(database.pool, async (query) => {
      const taken = await takeInvitationOf(query, address.canonical, at, administration);
      const invitation = (await isVoid(query, taken, at)) ? undefined : taken;
      if (isInvited && invitation === undefined) return undefined;
      const proved = { address: address.deliverable, canonical: address.canonical };
      const account = { ...names, proved, username: undefined, birthdate: undefined, ageConfirmed: false };
      const created = await insertAccount(query, account, at);
      if (created === undefined) throw NOT_CREATED;
      const by = { actor: { kind: "person", userId: created.userId }, ...occurrence } as const;
      await completeAccount(query, { userId: created.userId, invitation, administration }, by);
      if (!(await insert(query, { userId: created.userId, identity }, by))) throw NOT_CREATED;
      return created;
    });
  } catch (err) {
    if (err === NOT_CREATED || isNameTaken(err)) return undefined;
    throw err;
  }
}

// Takes back what the transaction did: the invitation stays open.
const NOT_CREATED = new Error("the account was not created");

const LOCK = `
  SELECT FROM end_user
   WHERE id = $1 AND ($2::text IS NULL OR email_canonical = $2 AND email_verified_at IS NOT NULL)
     FOR NO KEY UPDATE`;

const OTHERS = `
  SELECT u.password_hash IS NOT NULL
         OR EXISTS (SELECT FROM passkey p WHERE p.user_id = u.id AND p."use" = 'sign-in')
         OR EXISTS (SELECT FROM federated_identity o JOIN identity_provider p ON p.id = o.provider_id
                     WHERE o.user_id = u.id AND o.id <> f.id AND p.disabled_at IS NULL) AS "hasOther"
    FROM end_user u JOIN federated_identity f ON f.user_id = u.id
   WHERE u.id = $1 AND f.id::text = $2`;

const REMOVE = "DELETE FROM federated_identity WHERE id::text = $1 AND user_id = $2 RETURNING id";
