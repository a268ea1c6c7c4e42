import { VERSION } from "@countersign/service/version";
import { Command } from "commander";
import type { Context } from "./command/context.ts";
import { differs } from "./command/refusal.ts";
import { type Report, reporting, table } from "./command/report.ts";
import { ownerEnvironment, readVariables } from "./config.ts";

/** `upgrade-check`: says what an upgrade to this version does to the database, and changes nothing. */
export function upgradeCheckCommand(context: Context): Command {
  const command = new Command("upgrade-check")
    .description("say what `prepare` or `migrate` of this version would do to the database; changes nothing")
    .addHelpText(
      "after",
      `
Exit codes: 0 if there is nothing to do, 2 if there are migrations to apply, 1 if this version cannot upgrade the
database. Reads OWNER_DATABASE_URL, or else DATABASE_URL.`,
    );

  return reporting(command, context, async (): Promise<Report> => {
    const { OWNER_DATABASE_URL, DATABASE_URL } = await readVariables(ownerEnvironment, context.environment);
    const { upgradeSteps } = await import("@countersign/database/migrate");
    const steps = await upgradeSteps(OWNER_DATABASE_URL ?? DATABASE_URL);
    if (steps.length === 0) {
      return { json: { version: VERSION, steps }, text: `The database has every migration of version ${VERSION}.` };
    }

    const rows = steps.map(({ name, lastUsedBy, isBuilding, locks }) => ({
      MIGRATION: name,
      DOES: [
        ...(isBuilding ? ["builds indexes while others write"] : []),
        ...(locks.length > 0 ? [`locks for a moment: ${locks.join(", ")}`] : []),
        ...(lastUsedBy === undefined ? [] : [`removes what versions up to ${lastUsedBy} use`]),
      ].join("; "),
    }));
    const failure = differs(`${steps.length} ${steps.length === 1 ? "migration" : "migrations"} to apply`);
    const oldest = oldestBeside(steps.flatMap(({ lastUsedBy }) => lastUsedBy ?? []));
    return { json: { version: VERSION, steps }, text: `${table(rows, "")}\n${oldest}`, failure };
  });
}

function oldestBeside(removed: readonly string[]): string {
  const newest = removed.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1);
  return newest === undefined
    ? "They only add: replicas of the version before go on."
    : `Replicas of version ${newest} or older must have been replaced before.`;
}
