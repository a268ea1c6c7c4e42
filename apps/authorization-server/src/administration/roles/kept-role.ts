/** The role that at least one person must always have, that of owners: no act takes it from the last one. */
import type { Query } from "../../platform/stores/transaction.ts";
import { Refused } from "../refused.ts";

export { sqlIn } from "../../platform/records/records.ts";

/** A role is named by its resource server and a name that is unique there. */
export interface RoleName {
  readonly resource: string;
  readonly name: string;
}

declare const STAYS: unique symbol;

/** Shows that the act checked whether an owner stays. Acts that could end one need it, and only this file makes one. */
export interface OwnerStays {
  readonly [STAYS]: true;
}

const stays = {} as OwnerStays;

/** The role of owners at the administration API, by its identifier; undefined where the API is off. */
export const ownersAt = (administration: string | undefined): RoleName | undefined =>
  administration === undefined ? undefined : { resource: administration, name: "owner" };

/** For an act that is part of one which keeps an owner as a whole, such as each change of a configuration. */
export const KEPT_AS_A_WHOLE = undefined;

/**
 * Makes a change in the transaction of an act. Refuses the change if it takes the role from the last person who can
 * use it. A person can use a role while the account is enabled and does not wait for its deletion. The role is locked
 * before anything else, so of two acts at the same time the second one sees what the first one did.
 *
 * @param kept the role; undefined where the administration API is off
 */
export async function keeping<T>(
  query: Query,
  kept: RoleName | undefined,
  change: (stays: OwnerStays) => Promise<T>,
): Promise<T> {
  if (kept === undefined) return change(stays);

  const values = [kept.resource, kept.name];
  await query(LOCK, values);
  const [before] = await query(HELD, values);
  const made = await change(stays);
  const [after] = await query(HELD, values);
  if (before?.held === true && after?.held !== true) throw new Refused({ kind: "last-owner" });
  return made;
}

/** The same for an account without any role of administration, whose row is locked: its end takes no owner. */
export const isNoOwner = (_hasNoRole: true): OwnerStays => stays;

const LOCK = "SELECT id FROM role WHERE resource = $1 AND name = $2 FOR UPDATE";

const HELD = `
  SELECT EXISTS (
    SELECT FROM role r
      JOIN role_assignment a ON a.role_id = r.id
      LEFT JOIN group_member m ON m.group_id = a.group_id
      JOIN end_user u ON u.id = coalesce(a.user_id, m.user_id) AND u.disabled_at IS NULL AND u.deletion_due_at IS NULL
     WHERE r.resource = $1 AND r.name = $2) AS held`;
