/** Acts on the passkeys and security keys of a person. Each act and its audit row are one transaction. */
import { randomUUID } from "node:crypto";
import type { Factor, PasskeyUse } from "@countersign/rules";
import type { Outbox } from "../../people/mail/message.ts";
import { notify } from "../../people/mail/notices.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { lockPerson } from "../../platform/stores/person/person-lock.ts";
import { ifUnique, inTransaction, type Query, type WithPool } from "../../platform/stores/transaction.ts";
import { spendProof } from "../../platform/stores/ways-in/address-proofs.ts";
import { hasSession } from "../sessions/sessions.ts";
import { removeUnlessDemanded } from "./factor-removal.ts";

/** A credential as a verified registration gives it. */
export interface AddedPasskey {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly alg: number;
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly aaguid: string;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
  readonly use: PasskeyUse;
  readonly rpId: string;
  readonly name: string;
}

/** Where the acts are done: each writes its notice to the person into the outbox. */
type Acts = WithPool & { readonly mail: Outbox };

const MOST_PASSKEYS = 30;

/** A credential that a person adds. */
interface NewPasskey extends AddedPasskey {
  readonly userId: string;
  /** The User-Agent of the browser that acts, for the notice. */
  readonly browser: string;
  /** The session in which they act, if they are signed in. */
  readonly sessionId?: string | undefined;
}

/**
 * Our id of a new credential; `known` if an account has it (WebAuthn §7.1 step 26), `too_many` if the person has 30,
 * and `ended` if the session ended in the meantime.
 */
type Added = { readonly id: string } | "known" | "too_many" | "ended";

/** Adds a credential to an enabled account. */
export const addPasskey = ({ pool, mail }: Acts, passkey: NewPasskey, by: By): Promise<Added> =>
  ifUnique("known", () => inTransaction(pool, (query) => add(query, mail, passkey, by)));

/** The same for a person who must have proved their address just before. Returns `void` if the proof is not good. */
export const addPasskeyByProof = (
  { pool, mail }: Acts,
  { proofId, ...passkey }: NewPasskey & { readonly proofId: string },
  by: By,
): Promise<Added | "void"> =>
  ifUnique("known", () =>
    inTransaction(pool, async (query) => {
      await lockPerson(query, passkey.userId);
      const proof = await spendProof(query, "enrol", proofId, by.at);
      return proof?.userId === passkey.userId ? add(query, mail, passkey, by) : "void";
    }),
  );

async function add(
  query: Query,
  mail: Outbox,
  { userId, browser, sessionId, ...added }: NewPasskey,
  by: By,
): Promise<Added> {
  const { count } = await countOf(query, userId);
  if (sessionId !== undefined && !(await hasSession(query, userId, sessionId))) return "ended";
  if (count >= MOST_PASSKEYS) return "too_many";
  const id = await insertPasskey(query, userId, added, by);
  await notify(query, mail, userId, noticeOf(added.use, "added", browser), by);
  return { id };
}

/** Writes a credential and its audit row, and returns our id of it. The credential ID is unique among all accounts. */
export async function insertPasskey(query: Query, userId: string, added: AddedPasskey, by: By): Promise<string> {
  const id = randomUUID();
  await query(INSERT, [id, userId, ...valuesOf(added), by.at]);
  const { name, use, backupEligible } = added;
  const detail = { passkeyId: id, use, backupEligible };
  await recordAudit(query, { type: "passkey_added", userId, ...by, detail, personal: { name } });
  return id;
}

/** Gives a credential of this person another name. Returns false if the person has no such credential. */
export function renamePasskey(
  { pool }: WithPool,
  { userId, passkeyId, name }: { readonly userId: string; readonly passkeyId: string; readonly name: string },
  by: By,
): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    if ((await query(RENAME, [passkeyId, userId, name])).length === 0) return false;
    await recordAudit(query, { type: "passkey_renamed", userId, ...by, detail: { passkeyId }, personal: { name } });
    return true;
  });
}

/**
 * Removes a credential of this person. Returns `missing` if the person has no such credential, `last` if they could not
 * sign in without it, and `demanded` if a demand needs it.
 *
 * @param isEnough whether the person may be left with these factors
 */
export function removePasskey(
  { pool, mail }: Acts,
  { userId, passkeyId, browser }: { readonly userId: string; readonly passkeyId: string; readonly browser: string },
  isEnough: (left: readonly Factor[]) => boolean,
  by: By,
): Promise<"removed" | "missing" | "last" | "demanded"> {
  return inTransaction(pool, async (query) => {
    const { hasPassword, signsIn } = await countOf(query, userId);
    const [found] = await query(FIND, [passkeyId, userId]);
    if (found === undefined) return "missing";
    if (found.use === "sign-in" && !hasPassword && signsIn === 1) return "last";

    const remove = async () => (await query("DELETE FROM passkey WHERE id = $1 RETURNING id", [passkeyId])).length > 0;
    const removed = await removeUnlessDemanded(query, userId, remove, isEnough);
    if (removed !== "removed") return removed;

    const about = { detail: { passkeyId }, personal: { name: String(found.name) } };
    await recordAudit(query, { type: "passkey_removed", userId, ...by, ...about });
    await notify(query, mail, userId, noticeOf(found.use as PasskeyUse, "removed", browser), by);
    return "removed";
  });
}

const noticeOf = (use: PasskeyUse, done: "added" | "removed", browser: string) =>
  use === "sign-in"
    ? ({ kind: `passkey-${done}`, parameters: { browser } } as const)
    : ({ kind: `factor-${done}`, parameters: { factor: "security-key", browser } } as const);

interface Counted {
  /** All credentials of the person, and those that sign in by themselves. */
  readonly count: number;
  readonly signsIn: number;
  readonly hasPassword: boolean;
}

/** Counts the factors with which a person can sign in, and locks them until the end of the transaction. */
async function countOf(query: Query, userId: string): Promise<Counted> {
  const [person] = await query(LOCK, [userId]);
  if (person === undefined) throw new Error("the account is gone or disabled");
  const [counts] = await query(COUNT, [userId]);
  return { ...counts, ...person } as unknown as Counted;
}

const valuesOf = (added: AddedPasskey) => [
  Buffer.from(added.credentialId, "base64url"),
  Buffer.from(added.publicKey),
  added.alg,
  added.signCount,
  added.transports,
  added.aaguid,
  added.backupEligible,
  added.backedUp,
  added.use,
  added.rpId,
  added.name,
];

const INSERT = `
  INSERT INTO passkey (id, user_id, credential_id, public_key, alg, sign_count, transports, aaguid, backup_eligible,
                       backed_up, "use", rp_id, name, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`;

const LOCK = `
  SELECT password_hash IS NOT NULL AS "hasPassword" FROM end_user
   WHERE id = $1 AND disabled_at IS NULL FOR NO KEY UPDATE`;

const COUNT = `
  SELECT count(*)::int AS count, count(*) FILTER (WHERE "use" = 'sign-in')::int AS "signsIn"
    FROM passkey WHERE user_id = $1`;

const FIND = `SELECT "use", name FROM passkey WHERE id::text = $1 AND user_id = $2`;

const RENAME = `UPDATE passkey SET name = $3 WHERE id::text = $1 AND user_id = $2 RETURNING id`;
