/** One part of what a person agreed to with a client: taking it back, and sharing it again. */
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

/** What a person saw when they chose to share a part again. */
export interface Seen {
  /** The revision of the client then. */
  readonly clientRevision: number;
  /** When the consent changed last. Of a part that was just withdrawn, this is when it was. */
  readonly at: Date;
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
export function withdrawPart({ pool }: WithPool, part: ConsentPart, by: By): Promise<Seen | undefined> {
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
 * Shares one scope or one claim that the person declined before. So the client asked for it once, and it must still be
 * one that the client may ask for. The consent stays one for the hosts that it names. Authorizations do not get back
 * what they lost: the client gets it when it asks the next time. Nothing is shared if the client or the consent changed
 * since the person saw it, such as its hosts, as they agreed to neither.
 *
 * @returns false if it is not shared
 */
export function sharePart({ pool }: WithPool, part: ConsentPart, seen: Seen, by: By): Promise<boolean> {
  const { userId, clientId, resource } = part;
  const asked = sharesOf(part);
  return inTransaction(pool, async (query) => {
    await lockCreationOf(query, { userId });
    const [client] = await query(FIND_SEEN, [clientId, seen.clientRevision, asked.scopes]);
    if (client === undefined) return false;
    const [row] = await query(FIND_DECLINED, [userId, clientId, resource, asked.scopes, asked.claims, seen.at]);
    if (row === undefined) return false;

    const answers = flat(answerConsent(asked, asked, consentOf(row)));
    await query(REPLACE, [userId, clientId, resource, ...Object.values(answers), by.at]);
    await recordAudit(query, { type: "consent", userId, clientId, ...by, detail: { resource, ...answers } });
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

const FIND_SEEN = "SELECT FROM client WHERE id = $1 AND revision = $2 AND scopes @> $3::text[] FOR KEY SHARE";

// The time says that nothing else changed it since.
const FIND_DECLINED = `
  SELECT granted_scopes AS "grantedScopes", declined_scopes AS "declinedScopes", granted_claims AS "grantedClaims",
         declined_claims AS "declinedClaims"
    FROM consent
   WHERE user_id = $1 AND client_id = $2 AND resource = $3 AND cardinality($4::text[]) + cardinality($5::text[]) = 1
     AND declined_scopes @> $4 AND declined_claims @> $5 AND updated_at = $6`;

const REPLACE = `
  UPDATE consent SET granted_scopes = $4, declined_scopes = $5, granted_claims = $6, declined_claims = $7,
                     updated_at = $8
   WHERE user_id = $1 AND client_id = $2 AND resource = $3`;

const REQUIRED = `SELECT ${REQUIRED_BY} AS required, revision FROM client c WHERE id = $1 FOR KEY SHARE OF c`;
