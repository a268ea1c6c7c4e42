/** Commands whose act needs the database. */
import type { Database } from "@countersign/database";
import type { Command } from "commander";
import type { By } from "../../platform/stores/audit/audit-events.ts";
import { byOperator, type Context } from "./context.ts";
import { withDatabase } from "./database.ts";
import { type Report, reporting } from "./report.ts";

/** What an act of an operator works with. */
interface At {
  readonly database: Database;
  readonly by: By;
}

/**
 * Completes a command: it prints what `act` reports.
 *
 * @param act receives the database with the operator, the command's arguments in order, and its options
 */
export const onDatabase = <Given extends unknown[]>(
  command: Command,
  context: Context,
  act: (at: At, ...given: Given) => Promise<Report>,
): Command =>
  reporting(command, context, (...given: Given) =>
    withDatabase(context, (database) => act({ database, by: byOperator(context) }, ...given)),
  );
