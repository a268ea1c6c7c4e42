/** Acts on accounts, for every kind of actor. Each act and its audit row are one transaction. */
import { isUniqueViolation } from "@countersign/database";
import { insertPerson, type NewPerson } from "../../platform/records/people.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { isRetiredUsername } from "../../platform/stores/person/usernames.ts";
import { inTransaction, type Query, type WithPool } from "../../platform/stores/transaction.ts";
import { keeping, type RoleName } from "../roles/kept-role.ts";
import { endWaysIn } from "../ways-in/walked-ways.ts";
import { enableAccount, endAccount } from "./account-state.ts";

/**
 * Creates an account and returns its id; `undefined` if another account has this username, one that looks like it, or
 * the same verified email address, or signs in by one of both, or if an erased account had the username in the last
 * half year.
 */
export async function addPerson({ pool }: WithPool, person: NewPerson, by: By): Promise<string | undefined> {
  try {
    return await inTransaction(pool, async (query) => {
      const userId = await insertPerson(query, person, by.at);
      // Asked after the row is written: if the account with this username was being erased, that is over now.
      if (await isRetiredUsername(query, person.username, by.at)) throw USERNAME_RETIRED;
      await recordAudit(query, { type: "user_added", userId, ...by, personal: { username: person.username } });
      return userId;
    });
  } catch (err) {
    if (err === USERNAME_RETIRED || isUniqueViolation(err)) return undefined;
    throw err;
  }
}

const USERNAME_RETIRED = new Error("the username was that of an erased account");

/**
 * Disables an account, ends its sessions and revokes what was issued in its name. Enabling it again restores none of
 * that. Returns false if it was disabled before.
 *
 * @param kept a role that may not lose its last person; the act is refused otherwise
 */
export function disablePerson(
  { pool }: WithPool,
  userId: string,
  by: By,
  kept: RoleName | undefined,
): Promise<boolean> {
  return inTransaction(pool, (query) =>
    keeping(query, kept, async (stays) => {
      if (!(await endAccount(query, { userId, at: by.at }, stays))) return false;
      await endAccess(query, userId, by.at);
      await recordAudit(query, { type: "user_disabled", userId, ...by });
      return true;
    }),
  );
}

/** Enables a disabled account, and cancels its deletion. Returns false if it was not disabled. */
export function enablePerson({ pool }: WithPool, userId: string, by: By): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    if (!(await enableAccount(query, userId))) return false;
    await recordAudit(query, { type: "user_enabled", userId, ...by });
    return true;
  });
}

/** Ends the sessions of a person and revokes what was issued in the person's name, in the transaction of the act. */
export async function endAccess(query: Query, userId: string, at: Date): Promise<void> {
  await endWaysIn(query, { act: "access-ended", userId, at });
}
