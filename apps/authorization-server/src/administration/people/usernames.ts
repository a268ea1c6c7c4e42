/** The act by which a person changes their username. */
import { isUniqueViolation } from "@countersign/database";
import { foldUsername } from "@countersign/rules";
import type { Outbox } from "../../people/mail/message.ts";
import { notify } from "../../people/mail/notices.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import {
  isRetiredUsername,
  replaceUsername,
  retireUsername,
  storedUsername,
} from "../../platform/stores/person/usernames.ts";
import { inTransaction, type WithPool } from "../../platform/stores/transaction.ts";

export interface ChangedUsername {
  readonly userId: string;
  /** A username that a person may choose (`readChosenUsername`). */
  readonly username: string;
  /** The User-Agent of the browser that acts. */
  readonly browser: string;
}

/** Each change reserves a name for half a year. So a person cannot take many. */
const MOST_CHANGES = 3;

/**
 * Gives a person another username; the subject stays. The old username stays reserved for half a year, also for this
 * person. Returns `taken` if another account has the username, or one that looks like it, or signs in by it, or if it
 * is reserved, and `too_many` after three changes in 30 days. Of two people who ask for one username, one gets it.
 */
export async function changeUsername(
  { database, mail }: { readonly database: WithPool; readonly mail: Outbox },
  { userId, username, browser }: ChangedUsername,
  by: By,
): Promise<"changed" | "unchanged" | "taken" | "too_many"> {
  try {
    return await inTransaction(database.pool, async (query) => {
      const [held] = await query(LOCK, [userId]);
      const old = String(held?.username);
      if (held === undefined || foldUsername(old) === foldUsername(username)) return "unchanged";
      const [changes] = await query(RECENT, [userId, by.at]);
      if (Number(changes?.count) >= MOST_CHANGES) return "too_many";

      await replaceUsername(query, userId, storedUsername(username), by.at);
      // Asked after the row is written: if an account with this username was being erased, that is over now.
      if (await isRetiredUsername(query, username, by.at)) throw TAKEN;
      await retireUsername(query, old, by.at);
      await recordAudit(query, { type: "username_changed", userId, ...by, personal: { username, before: old } });
      await notify(query, mail, userId, { kind: "username-changed", parameters: { browser } }, by);
      return "changed";
    });
  } catch (err) {
    if (err === TAKEN || isUniqueViolation(err)) return "taken";
    throw err;
  }
}

const TAKEN = new Error("the username is taken");

const LOCK = "SELECT username FROM end_user WHERE id = $1 AND disabled_at IS NULL FOR NO KEY UPDATE";

const RECENT = `
  SELECT count(*) FROM audit_event
   WHERE user_id = $1 AND type = 'username_changed' AND at > $2::timestamptz - interval '30 days'`;
