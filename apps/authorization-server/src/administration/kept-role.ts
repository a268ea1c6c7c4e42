/** A role that somebody must always have, such as that of owners: the last one cannot lose it. */
import type { Query } from "../stores/transaction.ts";
import type { RoleName } from "./roles.ts";

export { queryIn } from "../records/records.ts";

/** An act that would have left nobody with a role. */
export class LastHolder extends Error {}

/**
 * Makes a change in the transaction of an act. Throws `LastHolder` if somebody had the role before and no enabled
 * person has it afterwards. The role is locked, so of two acts at the same time the second one sees what the first one
 * did.
 *
 * @param kept the role; without one, every change is made
 */
export async function keeping<T>(query: Query, kept: RoleName | undefined, change: () => Promise<T>): Promise<T> {
  if (kept === undefined) return change();

  const values = [kept.resource, kept.name];
  await query(LOCK, values);
  const [before] = await query(HELD, values);
  const made = await change();
  const [after] = await query(HELD, values);
  if (before?.held === true && after?.held !== true) throw new LastHolder(`nobody would have the role ${kept.name}`);
  return made;
}

const LOCK = "SELECT id FROM role WHERE resource = $1 AND name = $2 FOR UPDATE";

const HELD = `
  SELECT EXISTS (
    SELECT FROM role r
      JOIN role_assignment a ON a.role_id = r.id
      LEFT JOIN group_member m ON m.group_id = a.group_id
      JOIN end_user u ON u.id = coalesce(a.user_id, m.user_id) AND u.disabled_at IS NULL
     WHERE r.resource = $1 AND r.name = $2) AS held`;
