import { Command } from "commander";
import { databaseEnvironment, readVariables } from "./config.ts";
import type { Context } from "./context.ts";
import { type Report, reporting } from "./report.ts";
import { foldUsernamesOf } from "./usernames.ts";

/** `migrate`: brings the database up to this version. Any number may run at once. */
export function migrateCommand(context: Context): Command {
  const command = new Command("migrate")
    .description("bring the database up to this version; safe to run at every deployment, and several at once")
    .addHelpText("after", "\nReads DATABASE_URL, which must name the owner of the database.");

  return reporting(command, context, async (): Promise<Report> => {
    const { DATABASE_URL } = await readVariables(databaseEnvironment, context.environment);
    const { migrate } = await import("@countersign/database/migrate");
    const { applied } = await migrate(DATABASE_URL, { log: context.complain });
    await foldUsernamesOf(context);

    const done = applied.length === 0 ? "nothing to do" : `applied ${applied.join(", ")}`;
    return { json: { applied }, text: `The database is up to date: ${done}.` };
  });
}
