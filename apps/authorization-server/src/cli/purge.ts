import { Command } from "commander";
import { purge } from "../jobs/purge.ts";
import { purgeEnvironment, readVariables } from "./config.ts";
import type { Context } from "./context.ts";
import { withDatabase } from "./database.ts";
import { type Report, reporting } from "./report.ts";

/** `purge`: deletes expired rows; the service does the same on its schedule. */
export function purgeCommand(context: Context): Command {
  const command = new Command("purge").description(
    "remove what expired, and print how much; the service does this by itself",
  );

  return reporting(command, context, async (): Promise<Report> => {
    const { AUDIT_RETENTION_DAYS } = await readVariables(purgeEnvironment, context.environment);
    const retention = { auditRetentionDays: AUDIT_RETENTION_DAYS };
    const removed = await withDatabase(context, (database) => purge(database, context.now(), retention));
    const counts = Object.entries(removed).map(([noun, count]) => `${inWords(noun)}: ${count}`);
    return { json: removed, text: counts.join("\n") };
  });
}

const inWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
