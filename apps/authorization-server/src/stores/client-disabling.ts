/** The end of a client's authority that somebody else ends: RFC 6749 §2.2. */
import type { Database } from "@countersign/database";
import { revokeInBatches, revokeRest } from "./agreements.ts";
import { type By, recordAudit } from "./audit-events.ts";
import { lockCreationOf } from "./creation-locks.ts";
import { END_STANDING } from "./standing-authorizations.ts";
import { eachByItself, inTransaction } from "./transaction.ts";

/**
 * Disables a client, then revokes what was issued to it. From the first commit on nothing is issued. Requests do not
 * wait for the revocation. A client that is disabled already is revoked again: an earlier act may have been cut short.
 *
 * @returns false when it was disabled before, or is unknown
 */
export async function disableClient(pool: Database["pool"], clientId: string, by: By): Promise<boolean> {
  const { at } = by;
  const isChanged = await inTransaction(pool, async (query) => {
    await lockCreationOf(query, { clientId });
    if ((await query(DISABLE, [clientId, at])).length === 0) return false;

    await query(END_STANDING, [clientId]);
    await recordAudit(query, { type: "client_disabled", clientId, ...by });
    return true;
  });
  await revokeInBatches(eachByItself(pool), clientId, at);
  await inTransaction(pool, async (query) => {
    // An answer to a consent page cuts some of the same rows, and has locked the client against this.
    await lockCreationOf(query, { clientId });
    await revokeRest(query, clientId, at);
  });
  return isChanged;
}

const DISABLE = "UPDATE client SET disabled_at = $2 WHERE id = $1 AND disabled_at IS NULL RETURNING id";
