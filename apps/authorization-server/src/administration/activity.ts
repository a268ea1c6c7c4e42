/** That somebody read what a person did: the person can see it, and whoever supervises administrators. */
import { inRecords, type RecordsDatabase, recordAudit } from "../records/records.ts";
import type { By } from "../stores/audit-events.ts";

/** Records that the activity of a person was read. Does nothing for an account that does not exist. */
export function recordActivityRead(database: RecordsDatabase, userId: string, by: By): Promise<void> {
  return inRecords(database, async (records) => {
    if ((await records.endUser.count({ where: { id: userId } })) === 0) return;
    await recordAudit(records, { type: "activity_read", userId, ...by });
  });
}
