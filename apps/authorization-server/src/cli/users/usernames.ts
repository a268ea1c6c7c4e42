/** How `prepare` and `migrate` process the names by which people sign in, as an older version stored them. */
import type { Context } from "../command/context.ts";
import { withDatabaseAt } from "../command/database.ts";
import { printable } from "../command/report.ts";

const MOST_NAMED = 20;

/**
 * Folds the usernames that are not folded yet, and adds the names of all accounts to the set in which each name is of
 * one account. Reports the pairs of accounts that an older version kept apart less well.
 *
 * @param url of the owner of the database
 */
export async function completeNamesAt(url: string, context: Pick<Context, "complain">): Promise<void> {
  const { foldUsernames } = await import("../../platform/stores/person/usernames.ts");
  const { claimSignInNames } = await import("../../platform/stores/ways-in/sign-in-names.ts");
  const { alike, shared } = await withDatabaseAt(url, async (database) => ({
    alike: await foldUsernames(database),
    shared: await claimSignInNames(database),
  }));

  const sentences = alike.map(({ username, other, kind }) => {
    const how = kind === "same" ? "are equal usernames now" : "look alike";
    const both = `The usernames ${printable(username)} and ${printable(other)}`;
    return `${both} ${how}. Both accounts still work, each with its own spelling.`;
  });
  complainOf(sentences, context);
  const ofShared = shared.map(
    ({ name, username, other }) =>
      `${printable(name)} is a username and an address of two accounts, ` +
      `${printable(username)} and ${printable(other)}. ` +
      "The older account signs in by it. Give the other user another username or address.",
  );
  complainOf(ofShared, context);
}

function complainOf(sentences: readonly string[], { complain }: Pick<Context, "complain">): void {
  for (const sentence of sentences.slice(0, MOST_NAMED)) complain(sentence);
  if (sentences.length > MOST_NAMED) complain(`So do ${sentences.length - MOST_NAMED} more pairs.`);
}
