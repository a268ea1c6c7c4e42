import { Command } from "commander";
import { userStore } from "../../platform/stores/person/users.ts";
import type { Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { properties, type Report, reporting } from "../report.ts";
import { accountNamed, summaryOf } from "./account.ts";

/** `users show`: shows one account with all stored claims about its person. */
export function showUser(context: Context): Command {
  const command = new Command("show").description("show a person and every claim held").argument("<username>");

  return reporting(command, context, (username: string) =>
    withDatabase(context, async (database): Promise<Report> => {
      const account = await accountNamed(database, username);
      const held = Object.entries((await userStore(database).claims(account.id)) ?? {});
      const claims = Object.fromEntries(held.filter(([, value]) => value !== null));

      const summary = summaryOf(account);
      return { json: { ...summary, claims }, text: properties({ ...summary, ...claims }) };
    }),
  );
}
