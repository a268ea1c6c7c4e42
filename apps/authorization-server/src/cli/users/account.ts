/** What the commands for people have in common. */
import type { Database } from "@countersign/database";
import { findPerson, type PersonSummary } from "../../records/people.ts";
import { refusal } from "../refusal.ts";

/** The account of a username, whatever its case. Refuses an unknown one. */
export async function accountNamed(
  database: Pick<Database, "pool" | "prisma">,
  username: string,
): Promise<PersonSummary> {
  const found = await findPerson(database, username);
  if (found === undefined) throw refusal(`there is no person with the username ${username}`);
  return found;
}

/** An account in the words of the commands' JSON. */
export const summaryOf = ({ id, username, disabledAt, createdAt }: PersonSummary) => ({
  id,
  username,
  disabled_at: disabledAt,
  created_at: createdAt,
});
