import type { Factor } from "@countersign/rules";
import { factorsOf } from "../../platform/stores/person/users.ts";
import type { Query } from "../../platform/stores/transaction.ts";

/** What recovery codes and remembered browsers stand for. */
const STOOD_FOR: readonly Factor[] = ["totp", "security-key", "passkey"];

/**
 * Removes a factor, unless what is left is less than a demand needs. Recovery codes and remembered browsers stand for a
 * factor beside the password, so they end with the last one. The caller holds the lock of the person: of two removals
 * at the same time, the second sees what the first left.
 *
 * @param remove deletes the factor; false if the person has no such factor
 * @param isEnough whether the person may be left with these factors
 */
export async function removeUnlessDemanded(
  query: Query,
  userId: string,
  remove: () => Promise<boolean>,
  isEnough: (left: readonly Factor[]) => boolean,
): Promise<"removed" | "missing" | "demanded"> {
  await query("SAVEPOINT before", []);
  if (!(await remove())) return "missing";

  await removeDependents(query, userId);
  if (isEnough(await factorsOf(query, userId))) return "removed";
  await query("ROLLBACK TO before", []);
  return "demanded";
}

/** Removes what stands for a factor beside the password if there is none; returns how many recovery codes went. */
export async function removeDependents(query: Query, userId: string): Promise<number> {
  const left = await factorsOf(query, userId);
  if (STOOD_FOR.some((factor) => left.includes(factor))) return 0;
  await query("DELETE FROM remembered_device WHERE user_id = $1", [userId]);
  return (await query("DELETE FROM recovery_code WHERE user_id = $1 RETURNING number", [userId])).length;
}
