import { Command } from "commander";
import { listPeople } from "../../records/people.ts";
import type { Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { type Report, reporting, table } from "../report.ts";
import { summaryOf } from "./account.ts";

/** `users list`: every account, by username. */
export function listUsers(context: Context): Command {
  return reporting(new Command("list").description("list everyone"), context, async (): Promise<Report> => {
    const users = await withDatabase(context, listPeople);

    const rows = users.map(({ id, username, disabledAt, createdAt }) => ({
      username,
      state: disabledAt === null ? "enabled" : "disabled",
      added: createdAt.toISOString(),
      id,
    }));
    return { json: users.map(summaryOf), text: table(rows, "There are no people yet.") };
  });
}
