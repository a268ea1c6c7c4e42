/** What the commands for people have in common. */
import type { UserAdministration, UserSummary } from "../../stores/users.ts";
import { refusal } from "../refusal.ts";

/** The account of a username, whatever its case. Refuses an unknown one. */
export async function accountNamed(users: Pick<UserAdministration, "find">, username: string): Promise<UserSummary> {
  const found = await users.find(username);
  if (found === undefined) throw refusal(`there is no person with the username ${username}`);
  return found;
}

/** An account in the words of the commands' JSON. */
export const summaryOf = ({ id, username, disabledAt, createdAt }: UserSummary) => ({
  id,
  username,
  disabled_at: disabledAt,
  created_at: createdAt,
});
