/** Acts on the second factors of a person. Each act, its audit row and its notice are one transaction. */
import { randomUUID } from "node:crypto";
import { type Factor, RECOVERY_CODES } from "@countersign/rules";
import type { SealedTexts } from "../../issuer/keys/sealed-texts.ts";
import type { Outbox } from "../../people/mail/message.ts";
import { notify } from "../../people/mail/notices.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { lockPerson } from "../../platform/stores/person/person-lock.ts";
import { inTransaction, type WithPool } from "../../platform/stores/transaction.ts";
import { spendProof } from "../../platform/stores/ways-in/address-proofs.ts";
import { totpOwner } from "../../platform/stores/ways-in/second-factors.ts";
import { hasSession } from "../sessions/sessions.ts";
import { removeUnlessDemanded } from "./factor-removal.ts";
import { endWaysIn, tellOfConnections } from "./walked-ways.ts";

interface Acting {
  readonly database: WithPool;
  readonly mail: Outbox;
}

/** Whose factors they are, and the User-Agent of the browser that acts, for the notice. */
interface Person {
  readonly userId: string;
  readonly browser: string;
}

/** The same with the session in which they act, if they are signed in. */
interface SignedInPerson extends Person {
  readonly sessionId?: string | undefined;
}

/** How many authenticator apps a person may have. */
const MOST_APPS = 10;

/** An authenticator app that a person set up. */
interface NewApp {
  readonly name: string;
  readonly secret: string;
  /** The time step whose code was typed. This code is not accepted again (RFC 6238 §5.2). */
  readonly step: number;
  /** The proof of the person's address that has to be spent for it, if any. */
  readonly proofId?: string;
}

/**
 * Adds an authenticator app. Returns `refused` if the person has as many as one may have, or if the proof is void, and
 * `ended` if the session ended in the meantime.
 */
export function addTotp(
  { userId, browser, sessionId }: SignedInPerson,
  app: NewApp,
  { database, mail, sealedTexts }: Acting & { readonly sealedTexts: Pick<SealedTexts, "seal"> },
  by: By,
): Promise<"added" | "refused" | "ended"> {
  return inTransaction(database.pool, async (query) => {
    await lockPerson(query, userId);
    if (sessionId !== undefined && !(await hasSession(query, userId, sessionId))) return "ended";
    const [apps] = await query("SELECT count(*) AS count FROM totp_factor WHERE user_id = $1", [userId]);
    if (Number(apps?.count) >= MOST_APPS) return "refused";
    if (app.proofId !== undefined && (await spendProof(query, "enrol", app.proofId, by.at))?.userId !== userId) {
      return "refused";
    }

    const id = randomUUID();
    const { sealed, keyEncryptionKeyId } = sealedTexts.seal(app.secret, totpOwner(userId, id));
    await query(ADD_TOTP, [id, userId, app.name, sealed, keyEncryptionKeyId, app.step, by.at]);
    await recordAudit(query, { type: "second_factor_added", userId, ...by, detail: { factor: "totp", id } });
    await notify(query, mail, userId, { kind: "factor-added", parameters: { factor: "totp", browser } }, by);
    return "added";
  });
}

/**
 * Removes an authenticator app. The last one stays while a demand needs it.
 *
 * @param isEnough whether the person may be left with these factors
 */
export function removeTotp(
  { userId, browser }: Person,
  id: string,
  isEnough: (left: readonly Factor[]) => boolean,
  { database, mail }: Acting,
  by: By,
): Promise<"removed" | "missing" | "demanded"> {
  return inTransaction(database.pool, async (query) => {
    await lockPerson(query, userId);
    const remove = async () => (await query(REMOVE_TOTP, [id, userId])).length > 0;
    const removed = await removeUnlessDemanded(query, userId, remove, isEnough);
    if (removed !== "removed") return removed;
    await recordAudit(query, { type: "second_factor_removed", userId, ...by, detail: { factor: "totp", id } });
    await notify(query, mail, userId, { kind: "factor-removed", parameters: { factor: "totp", browser } }, by);
    return "removed";
  });
}

/** The kinds of second factors of which a person can choose the one that is asked for first. */
export const PREFERABLE = ["totp", "security-key"] as const satisfies readonly Factor[];

/** Stores the kind of second factor that a person wants to be asked for first. */
export function preferFactor(
  userId: string,
  factor: (typeof PREFERABLE)[number],
  { database }: Pick<Acting, "database">,
  by: By,
): Promise<void> {
  return inTransaction(database.pool, async (query) => {
    await query("UPDATE end_user SET preferred_factor = $2 WHERE id = $1", [userId, factor]);
    await recordAudit(query, { type: "second_factor_preferred", userId, ...by, detail: { factor } });
  });
}

/**
 * Replaces the recovery codes of a person. The codes of before are void. Returns false, and changes nothing, if the
 * session ended in the meantime.
 *
 * @param hashes of the new codes, in their order
 */
export function replaceRecoveryCodes(
  { userId, browser, sessionId }: SignedInPerson,
  hashes: readonly string[],
  { database, mail }: Acting,
  by: By,
): Promise<boolean> {
  if (hashes.length !== RECOVERY_CODES) throw new RangeError(`a set has ${RECOVERY_CODES} recovery codes`);
  return inTransaction(database.pool, async (query) => {
    await lockPerson(query, userId);
    if (sessionId !== undefined && !(await hasSession(query, userId, sessionId))) return false;
    await query("DELETE FROM recovery_code WHERE user_id = $1", [userId]);
    await query(ADD_CODES, [userId, hashes, by.at]);
    await recordAudit(query, { type: "recovery_codes_made", userId, ...by });
    await notify(query, mail, userId, { kind: "recovery-codes-made", parameters: { browser } }, by);
    return true;
  });
}

/** Asks for a second factor again in a browser. Returns false if it is not remembered for this person. */
export function forgetDevice(userId: string, id: string, { database }: Pick<Acting, "database">, by: By) {
  return inTransaction(database.pool, async (query) => {
    await lockPerson(query, userId);
    const forgotten = await query(FORGET_DEVICE, [id, userId]);
    if (forgotten.length === 0) return false;
    await recordAudit(query, { type: "remembered_device_removed", userId, ...by });
    return true;
  });
}

export interface FactorReset {
  readonly userId: string;
  /** For the audit log. */
  readonly reason: string;
  /**
   * Whether the identities at other providers stay connected. By default they do not, but who has no password signs in
   * by them: then it has to be said.
   */
  readonly connections?: "keep" | "remove" | undefined;
}

/**
 * Removes every factor of a person but the password, for one who lost them all or whose account was taken over, and
 * ends their sessions. Returns `missing` if there is no such person, and `undecided`, and changes nothing, if the
 * person signs in at other providers without a password and it was not said whether that stays.
 */
export function resetFactors(
  { userId, reason, connections }: FactorReset,
  { database, mail }: Acting,
  by: By,
): Promise<"reset" | "missing" | "undecided"> {
  return inTransaction(database.pool, async (query) => {
    if (!(await lockPerson(query, userId))) return "missing";
    const [person] = await query(CONNECTED, [userId]);
    if (person?.isConnectedOnly === true && connections === undefined) return "undecided";
    const keeps = connections === "keep" ? ["connections"] : [];
    const ended = await endWaysIn(query, { act: "factors-reset", userId, at: by.at, keeps });
    await query("DELETE FROM second_factor_failure WHERE user_id = $1", [userId]);
    await recordAudit(query, { type: "factors_reset", userId, ...by, detail: { reason, ...ended } });
    await notify(query, mail, userId, { kind: "factors-reset", parameters: {} }, by);
    await tellOfConnections(query, mail, { userId, browser: "", ended }, by);
    return "reset";
  });
}

const CONNECTED = `
  SELECT password_hash IS NULL AND EXISTS (SELECT FROM federated_identity f WHERE f.user_id = u.id) AS "isConnectedOnly"
    FROM end_user u WHERE id = $1`;

const ADD_TOTP = `
  INSERT INTO totp_factor (id, user_id, name, sealed_secret, key_encryption_key_id, last_step, last_used_at, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`;

const REMOVE_TOTP = "DELETE FROM totp_factor WHERE id = $1 AND user_id = $2 RETURNING id";

const ADD_CODES = `
  INSERT INTO recovery_code (user_id, number, hash, created_at)
  SELECT $1, code.number, code.hash, $3 FROM unnest($2::text[]) WITH ORDINALITY AS code (hash, number)`;

const FORGET_DEVICE = "DELETE FROM remembered_device WHERE id = $1 AND user_id = $2 RETURNING id";
