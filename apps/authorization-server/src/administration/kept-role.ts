/** A role that somebody must always have, such as that of owners: the last one cannot lose it. */
import type { Records } from "../records/records.ts";
import type { Query } from "../stores/transaction.ts";
import type { RoleName } from "./roles.ts";

/** An act that would have left nobody with a role. */
export class LastHolder extends Error {}

/**
 * Throws `LastHolder` if no enabled person has the role any more. Call it in the transaction of an act, after its
 * changes. The role is locked, so of two acts at the same time the second one sees what the first one did.
 */
export async function assertHeld(query: Query, { resource, name }: RoleName): Promise<void> {
  await query(LOCK, [resource, name]);
  const [found] = await query(HELD, [resource, name]);
  if (found?.held !== true) throw new LastHolder(`nobody would have the role ${name}`);
}

/** Runs statements in a transaction of Prisma Client. */
export const queryIn =
  (records: Records): Query =>
  (text, values) =>
    records.$queryRawUnsafe(text, ...values);

const LOCK = "SELECT id FROM role WHERE resource = $1 AND name = $2 FOR UPDATE";

const HELD = `
  SELECT EXISTS (
    SELECT FROM role r
      JOIN role_assignment a ON a.role_id = r.id
      LEFT JOIN group_member m ON m.group_id = a.group_id
      JOIN end_user u ON u.id = coalesce(a.user_id, m.user_id) AND u.disabled_at IS NULL
     WHERE r.resource = $1 AND r.name = $2) AS held`;
