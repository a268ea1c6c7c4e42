/** Erases the accounts whose grace period is over (GDPR Article 17), each in a transaction of its own. */
import { accountsToErase, type Deleting, eraseAccount } from "../../administration/people/deletion.ts";
import { openParts, type PartsOf } from "./running/parts.ts";

const JOB = "erase-accounts";
const MOST_AT_ONCE = 100;

/**
 * Erases the accounts that are due. One that cannot be erased keeps none after it, and is tried again later. Several
 * runs at the same time are safe.
 *
 * @returns how many accounts were erased
 */
export async function eraseDue(erasing: Deleting & Omit<PartsOf, "job" | "at">, at: Date): Promise<number> {
  const { database } = erasing;
  const parts = await openParts({ ...erasing, job: JOB, at });
  const by = { actor: { kind: "system" }, at } as const;
  let erased = 0;
  for (;;) {
    // biome-ignore lint/performance/noAwaitInLoops: a batch at a time
    const due = await accountsToErase(database, { job: JOB, at, most: MOST_AT_ONCE });
    // biome-ignore lint/performance/noAwaitInLoops: each account in a transaction of its own
    for (const id of due) if (await parts.attempt(id, () => eraseAccount(erasing, id, by))) erased += 1;
    if (due.length < MOST_AT_ONCE) return erased;
  }
}
