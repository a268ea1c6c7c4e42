import { Command } from "commander";
import type { Context } from "./command/context.ts";
import { type Report, reporting } from "./command/report.ts";
import { ownerEnvironment, readVariables } from "./config.ts";
import { completeNamesAt } from "./users/usernames.ts";

/** `migrate`: migrates the database to this version. Several runs at the same time are safe. */
export function migrateCommand(context: Context): Command {
  const command = new Command("migrate")
    .description("bring the database up to this version; safe to run at every deployment, and several at once")
    .addHelpText("after", "\nReads OWNER_DATABASE_URL, or else DATABASE_URL: the login that owns the database.");

  return reporting(command, context, async (): Promise<Report> => {
    const { OWNER_DATABASE_URL, DATABASE_URL } = await readVariables(ownerEnvironment, context.environment);
    const { migrate } = await import("@countersign/database/migrate");
    const url = OWNER_DATABASE_URL ?? DATABASE_URL;
    const { applied } = await migrate(url, { log: context.complain });
    await completeNamesAt(url, context);

    const done = applied.length === 0 ? "nothing to do" : `applied ${applied.join(", ")}`;
    return { json: { applied }, text: `The database is up to date: ${done}.` };
  });
}
