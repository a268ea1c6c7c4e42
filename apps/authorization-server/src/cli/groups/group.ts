import { findGroup, type GroupRecord } from "../../records/groups.ts";
import type { RecordsDatabase } from "../../records/records.ts";
import { refusal } from "../refusal.ts";

/** The group of a name, without regard to case. Refuses an unknown one. */
export async function groupNamed(database: RecordsDatabase, name: string): Promise<GroupRecord> {
  const found = await findGroup(database, name);
  if (found === undefined) throw refusal(`there is no group ${name}`);
  return found;
}
