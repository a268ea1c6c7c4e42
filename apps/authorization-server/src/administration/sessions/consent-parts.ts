/** One part of what a person agreed to with a client: taking it back, undoing that, and being asked again. */
import { answerConsent, type Consent, isRequiredScope } from "@countersign/rules";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { countTakingBack, withhold } from "../../platform/stores/issued/consents.ts";
import { lockCreationOf } from "../../platform/stores/issued/creation-locks.ts";
import { inTransaction, type WithPool } from "../../platform/stores/transaction.ts";
import { REQUIRED_BY } from "./consents.ts";

/** One scope, or one claim by name, of a consent. */
export interface ConsentPart {
  readonly userId: string;
  readonly clientId: string;
  readonly resource: string;
  readonly scope?: string | undefined;
  readonly claim?: string | undefined;
}

/** What `restorePart` needs to know of what it undoes. */
export interface Withdrawn {
  readonly at: Date;
  /** The revision of the client then. */
  readonly clientRevision: number;
}

const sharesOf = ({ scope, claim }: ConsentPart) => ({
  scopes: scope === undefined ? [] : [scope],
  claims: claim === undefined ? [] : [claim],
});

/** In the order of the columns of `REPLACE`. */
const flat = ({ granted, declined }: Consent) => ({
  grantedScopes: granted.scopes,
  declinedScopes: declined.scopes,
  grantedClaims: granted.claims,
  declinedClaims: declined.claims,
});

/**
 * Declines one scope or one claim that a person granted before. Existing authorizations lose it; those that depend on
 * `offline_access` end with it. A scope that every sign-in shares, or that the
 * client cannot do without, can only be withdrawn with the whole consent.
 *
 * @returns undefined if the person did not grant it, or if it is such a scope
 */
export function withdrawPart({ pool }: WithPool, part: ConsentPart, by: By): Promise<Withdrawn | undefined> {
  const { userId, clientId, resource } = part;
  const taken = sharesOf(part);
  if (taken.scopes.some((name) => isRequiredScope(name))) return Promise.resolve(undefined);

  return inTransaction(pool, async (query) => {
    await lockCreationOf(query, { userId });
    // The lock prevents changes of the client in the meantime, which would end the same authorizations.
    const [client] = await query(REQUIRED, [clientId]);
    if (taken.scopes.some((name) => isRequiredScope(name, client?.required as readonly string[]))) return undefined;
    const [given] = await query(FIND_GIVEN, [userId, clientId, resource, taken.scopes, taken.claims]);
    if (given === undefined) return undefined;

    const consent = answerConsent(taken, { scopes: [], claims: [] }, consentOf(given));
    await query(REPLACE, [userId, clientId, resource, ...Object.values(flat(consent)), by.at]);
    await countTakingBack(query, userId);
    await withhold(query, part, consent, by.at);
    await recordAudit(query, { type: "consent_withdrawn", userId, clientId, ...by, detail: { resource, ...taken } });
    return { at: by.at, clientRevision: Number(client?.revision) };
  });
}

/**
 * Undoes `withdrawPart`: the consent is what it was, for the hosts that it was for. Authorizations do not get back what
 * they lost: the client gets it when it asks the next time. Nothing is undone if the consent or the client changed in
 * the meantime, as the person agreed to neither.
 *
 * @returns false if there is nothing to undo
 */
export function restorePart({ pool }: WithPool, part: ConsentPart, withdrawn: Withdrawn, by: By): Promise<boolean> {
  const { userId, clientId, resource } = part;
  const asked = sharesOf(part);
  return inTransaction(pool, async (query) => {
    await lockCreationOf(query, { userId });
    const [client] = await query("SELECT FROM client WHERE id = $1 AND revision = $2 FOR KEY SHARE", [
      clientId,
      withdrawn.clientRevision,
    ]);
    if (client === undefined) return false;
    const [row] = await query(FIND_WITHDRAWN, [userId, clientId, resource, asked.scopes, asked.claims, withdrawn.at]);
    if (row === undefined) return false;

    const answers = flat(answerConsent(asked, asked, consentOf(row)));
    await query(REPLACE, [userId, clientId, resource, ...Object.values(answers), by.at]);
    await recordAudit(query, { type: "consent", userId, clientId, ...by, detail: { resource, ...answers } });
    return true;
  });
}

/**
 * Forgets what a person declined to a client at a resource server, so that they are asked the next time that the client
 * requests it. What they granted stays.
 *
 * @returns false if they declined nothing there
 */
export function askAgain(
  { pool }: WithPool,
  { userId, clientId, resource }: Pick<ConsentPart, "userId" | "clientId" | "resource">,
  by: By,
): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    await lockCreationOf(query, { userId });
    const [forgotten] = await query(FORGET_DECLINED, [userId, clientId, resource]);
    if (forgotten === undefined) return false;
    await recordAudit(query, { type: "consent_reopened", userId, clientId, ...by, detail: { resource } });
    return true;
  });
}

const consentOf = (row: Record<string, unknown>) => ({
  granted: { scopes: row.grantedScopes as string[], claims: row.grantedClaims as string[] },
  declined: { scopes: row.declinedScopes as string[], claims: row.declinedClaims as string[] },
  hosts: [],
});

const FIND_GIVEN = `
  SELECT granted_scopes AS "grantedScopes", declined_scopes AS "declinedScopes", granted_claims AS "grantedClaims",
         declined_claims AS "declinedClaims"
    FROM consent
   WHERE user_id = $1 AND client_id = $2 AND resource = $3 AND cardinality($4::text[]) + cardinality($5::text[]) = 1
     AND granted_scopes @> $4 AND granted_claims @> $5`;

// The time says that nothing else changed it since.
const FIND_WITHDRAWN = `
  SELECT granted_scopes AS "grantedScopes", declined_scopes AS "declinedScopes", granted_claims AS "grantedClaims",
         declined_claims AS "declinedClaims"
    FROM consent
   WHERE user_id = $1 AND client_id = $2 AND resource = $3 AND cardinality($4::text[]) + cardinality($5::text[]) = 1
     AND declined_scopes @> $4 AND declined_claims @> $5 AND updated_at = $6`;

const REPLACE = `
  UPDATE consent SET granted_scopes = $4, declined_scopes = $5, granted_claims = $6, declined_claims = $7,
                     updated_at = $8
   WHERE user_id = $1 AND client_id = $2 AND resource = $3`;

const FORGET_DECLINED = `
  UPDATE consent SET declined_scopes = '{}', declined_claims = '{}'
   WHERE user_id = $1 AND client_id = $2 AND resource = $3
     AND cardinality(declined_scopes) + cardinality(declined_claims) > 0
  RETURNING user_id`;

const REQUIRED = `SELECT ${REQUIRED_BY} AS required, revision FROM client c WHERE id = $1 FOR KEY SHARE OF c`;
