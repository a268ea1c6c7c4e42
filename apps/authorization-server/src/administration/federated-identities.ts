/** Acts on the identities at other providers of people. Each act and its audit row are one transaction. */
import { randomUUID } from "node:crypto";
import type { Database } from "@countersign/database";
import type { EmailAddress, Factor } from "@countersign/rules";
import { notify } from "../mail/notices.ts";
import type { Outbox } from "../mail/outbox.ts";
import { type By, recordAudit } from "../stores/audit-events.ts";
import { type Identity, insertIdentity } from "../stores/person/federated-identities.ts";
import { takeInvitationOf } from "../stores/person/invitations.ts";
import { lockPerson } from "../stores/person/person-lock.ts";
import { inTransaction, type Query } from "../stores/transaction.ts";
import { removeUnlessDemanded } from "./factor-removal.ts";
import { completeAccount, insertAccount } from "./sign-ups.ts";

interface Acts {
  readonly database: Pick<Database, "pool">;
  readonly mail: Outbox;
}

interface Connected {
  readonly userId: string;
  readonly identity: Identity;
  /** The User-Agent of the browser that acts, for the notice. */
  readonly browser: string;
}

/** Connects an identity to an account. Returns false if it is connected already, to this account or another one. */
export const connectIdentity = ({ database, mail }: Acts, connected: Connected, by: By): Promise<boolean> =>
  inTransaction(database.pool, (query) => connectIn(query, mail, connected, by));

/** The same in the transaction of another act. */
export async function connectIn(
  query: Query,
  mail: Outbox,
  { userId, identity, browser }: Connected,
  by: By,
): Promise<boolean> {
  await lockPerson(query, userId);
  if (!(await insert(query, { userId, identity }, by))) return false;
  await notify(query, mail, userId, { kind: "identity-connected", parameters: { browser } }, by.at);
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
    const [ways] = await query(WAYS_IN, [userId, id]);
    if (ways === undefined) return "missing";
    if (ways.hasOther !== true) return "last";
    const remove = async () => (await query(REMOVE, [id, userId])).length > 0;
    const removed = await removeUnlessDemanded(query, userId, remove, isEnough);
    if (removed !== "removed") return removed;
    await recordAudit(query, { type: "identity_disconnected", userId, ...by, detail: { id } });
    await notify(query, mail, userId, { kind: "identity-disconnected", parameters: { browser } }, by.at);
    return "removed";
  });
}

export interface NewFederatedAccount {
  readonly identity: Identity;
  /** The address that the provider proved. */
  readonly address: EmailAddress;
  /** Whether only a person with an open invitation for the address gets an account. It gives its roles. */
  readonly isInvited: boolean;
  readonly givenName: string | undefined;
  readonly familyName: string | undefined;
  /** The language range of the pages, which mails use from then on. */
  readonly locale: string;
}

/**
 * Creates an account with the identity as its only way in, and with the address that the provider proved. Returns
 * undefined, and changes nothing, if there is no invitation, or if meanwhile an account has one of both.
 */
export async function createFederatedAccount(
  database: Pick<Database, "pool">,
  { identity, address, isInvited, ...names }: NewFederatedAccount,
  { at, address: from }: { readonly at: Date; readonly address: string },
): Promise<{ readonly userId: string; readonly username: string } | undefined> {
  try {
    return await inTransaction(database.pool, async (query) => {
      const invitation = await takeInvitationOf(query, address.canonical, at);
      if (isInvited && invitation === undefined) throw NOT_CREATED;
      const proved = { address: address.deliverable, canonical: address.canonical };
      const account = { ...names, proved, username: undefined, birthdate: undefined, ageConfirmed: false };
      const created = await insertAccount(query, account, at);
      if (created === undefined) throw NOT_CREATED;
      const by = { actor: { kind: "person", userId: created.userId }, at, address: from } as const;
      await completeAccount(query, { ...invitation, ...created }, by);
      if (!(await insert(query, { userId: created.userId, identity }, by))) throw NOT_CREATED;
      return created;
    });
  } catch (err) {
    if (err === NOT_CREATED) return undefined;
    throw err;
  }
}

// Takes back what the transaction did: the invitation stays open.
const NOT_CREATED = new Error("the account was not created");

// The lock is held while the factor is removed: of two removals at the same time, the second sees what the first left.
const WAYS_IN = `
  SELECT u.password_hash IS NOT NULL
         OR EXISTS (SELECT FROM passkey p WHERE p.user_id = u.id AND p."use" = 'sign-in')
         OR EXISTS (SELECT FROM federated_identity o JOIN identity_provider p ON p.id = o.provider_id
                     WHERE o.user_id = u.id AND o.id <> f.id AND p.disabled_at IS NULL) AS "hasOther"
    FROM end_user u JOIN federated_identity f ON f.user_id = u.id
   WHERE u.id = $1 AND f.id::text = $2 FOR NO KEY UPDATE OF u`;

const REMOVE = "DELETE FROM federated_identity WHERE id::text = $1 AND user_id = $2 RETURNING id";
