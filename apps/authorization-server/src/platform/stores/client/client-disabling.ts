/** Ends a client's authority when another than the client ends it: RFC 6749 §2.2. */
import type { Database } from "@countersign/database";
import { type By, recordAudit } from "../audit/audit-events.ts";
import { revokeInBatches, revokeRest } from "../issued/agreements.ts";
import { lockCreationOf } from "../issued/creation-locks.ts";
import { END_STANDING } from "../issued/standing-authorizations.ts";
import { type AssertMeantFor, forAny } from "../locked.ts";
import { autocommit, inTransaction, type Query } from "../transaction.ts";
import { type HeldClient, lockClient } from "./client-change.ts";

/**
 * Disables a client, then revokes what was issued to it. After the first commit nothing more is issued. Requests do not
 * wait for the revocation. If a client is already disabled, its authorizations are revoked again, because an earlier
 * call may have been interrupted. Throws, and does nothing, if `assertMeantFor` throws.
 *
 * @returns false if it was disabled before, or is unknown
 */
export async function disableClient(
  pool: Database["pool"],
  clientId: string,
  by: By,
  assertMeantFor: AssertMeantFor<HeldClient> = forAny,
): Promise<boolean> {
  const { at } = by;
  const isChanged = await inTransaction(pool, async (query) => {
    await lockClient(query, { clientId, assertMeantFor });
    return markDisabled(query, clientId, by);
  });
  await revokeInBatches(autocommit(pool), clientId, at);
  await inTransaction(pool, async (query) => {
    // An answer to a consent page changes some of the same rows, and holds a lock on the client that conflicts with
    // this.
    await lockCreationOf(query, { clientId });
    await revokeRest(query, clientId, at);
  });
  return isChanged;
}

/** The same in one transaction, that of the caller. Requests of the client wait for its end. */
export async function disableClientIn(query: Query, clientId: string, by: By): Promise<boolean> {
  await lockCreationOf(query, { clientId });
  const isChanged = await markDisabled(query, clientId, by);
  await revokeRest(query, clientId, by.at);
  return isChanged;
}

/** The caller has locked the client, so nothing is being issued to it. */
async function markDisabled(query: Query, clientId: string, by: By): Promise<boolean> {
  if ((await query(DISABLE, [clientId, by.at])).length === 0) return false;

  await query(END_STANDING, [clientId]);
  await recordAudit(query, { type: "client_disabled", clientId, ...by });
  return true;
}

const DISABLE = `
  UPDATE client SET disabled_at = $2, times_ended = times_ended + 1
   WHERE id = $1 AND disabled_at IS NULL
  RETURNING id`;
