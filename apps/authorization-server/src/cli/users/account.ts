/** Functions that the commands for people share. */
import type { Database } from "@countersign/database";
import { findPerson, type PersonSummary } from "../../platform/records/people.ts";
import { refusal } from "../refusal.ts";

/** The account of a username, without regard to case. Refuses an unknown username. */
export async function accountNamed(
  database: Pick<Database, "pool" | "prisma">,
  username: string,
): Promise<PersonSummary> {
  const found = await findPerson(database, username);
  if (found === undefined) throw refusal(`there is no person with the username ${username}`);
  return found;
}

/** An account in the form of the commands' JSON. */
export const summaryOf = ({ id, username, disabledAt, createdAt }: PersonSummary) => ({
  id,
  username,
  disabled_at: disabledAt,
  created_at: createdAt,
});
