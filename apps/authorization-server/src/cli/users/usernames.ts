/** How `prepare` and `migrate` process usernames that an older version stored. */
import type { Context } from "../context.ts";
import { withDatabaseAt } from "../database.ts";
import { printable } from "../report.ts";

const MOST_NAMED = 20;

/**
 * Folds the usernames that are not folded yet. Reports the pairs of accounts whose usernames an older version treated
 * as different.
 *
 * @param url of the owner of the database
 */
export async function foldUsernamesAt(url: string, context: Pick<Context, "complain">): Promise<void> {
  const { foldUsernames } = await import("../../stores/person/usernames.ts");
  const conflicts = await withDatabaseAt(url, foldUsernames);

  for (const { username, other, kind } of conflicts.slice(0, MOST_NAMED)) {
    const how = kind === "same" ? "are equal usernames now" : "look alike";
    const both = `The usernames ${printable(username)} and ${printable(other)}`;
    context.complain(`${both} ${how}. Both accounts still work, each with its own spelling.`);
  }
  if (conflicts.length > MOST_NAMED) context.complain(`So do ${conflicts.length - MOST_NAMED} more pairs.`);
}
