import { Command } from "commander";
import { purge } from "../platform/jobs/purge/purge.ts";
import { commandLog } from "./command/command-log.ts";
import type { Context } from "./command/context.ts";
import { withDatabase } from "./command/database.ts";
import { refusal } from "./command/refusal.ts";
import { type Report, reporting } from "./command/report.ts";
import { purgeEnvironment, readVariables } from "./config.ts";

/** `purge`: deletes expired rows; the service does the same on its schedule. */
export function purgeCommand(context: Context): Command {
  const command = new Command("purge").description("delete expired records; the service does this by itself");

  return reporting(command, context, async (): Promise<Report> => {
    const { AUDIT_RETENTION_DAYS: auditRetentionDays } = await readVariables(purgeEnvironment, context.environment);
    const log = await commandLog(context, "purge");
    const { removed, failed } = await withDatabase(context, (database) =>
      purge({ database, log, at: context.now(), evenWaiting: true, auditRetentionDays }),
    );
    const counts = Object.entries(removed).map(([noun, count]) => `${inWords(noun)}: ${count}`);
    const failure = refusal(`could not be removed: ${failed.join(", ")}`);
    return { json: removed, text: counts.join("\n"), ...(failed.length > 0 && { failure }) };
  });
}

const inWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
