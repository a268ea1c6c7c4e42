/** `users show`, and what the commands for people share. */

import type { Database } from "@countersign/database";
import { Command } from "commander";
import { findPerson, type PersonSummary } from "../../platform/records/people.ts";
import { userStore } from "../../platform/stores/person/users.ts";
import type { Context } from "../command/context.ts";
import { onDatabase } from "../command/on-database.ts";
import { refusal } from "../command/refusal.ts";
import { properties } from "../command/report.ts";

/** The account of a username, without regard to case. Refuses an unknown username. */
export async function accountNamed(
  database: Pick<Database, "pool" | "prisma">,
  username: string,
): Promise<PersonSummary> {
  const found = await findPerson(database, username);
  if (found === undefined) throw refusal(`there is no user with the username ${username}`);
  return found;
}

/** An account in the form of the commands' JSON. */
const summaryOf = ({ id, username, disabledAt, createdAt }: PersonSummary) => ({
  id,
  username,
  disabled_at: disabledAt,
  created_at: createdAt,
});

/** `users show`: shows one account with all stored claims about its person. */
export function showUser(context: Context): Command {
  const command = new Command("show").description("show a user and every claim held").argument("<username>");

  return onDatabase(command, context, async ({ database }, username: string) => {
    const account = await accountNamed(database, username);
    const held = Object.entries((await userStore(database).claims(account.id)) ?? {});
    const claims = Object.fromEntries(held.filter(([, value]) => value !== null));

    const summary = summaryOf(account);
    return { json: { ...summary, claims }, text: properties({ ...summary, ...claims }) };
  });
}
