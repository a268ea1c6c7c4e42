import { Command } from "commander";
import { endSessionsOf } from "../../administration/sessions/sessions.ts";
import type { Context } from "../command/context.ts";
import { onDatabase } from "../command/on-database.ts";
import { readWhose, type WhoseOptions } from "../command/whose.ts";

/** `sessions end`: signs people out everywhere, with the same effects as their own sign-out. */
export function endSessionsCommand(context: Context): Command {
  const command = new Command("end")
    .description("end sessions, revoke what was issued in them, and notify the clients that registered for it")
    .option("--user <username>", "of one person")
    .option("--all", "of everyone");

  return onDatabase(command, context, async ({ database, by }, options: WhoseOptions) => {
    const { userId } = await readWhose(database, options);
    const ended = await endSessionsOf(database, userId, by);
    return { json: { ended }, text: `Sessions ended: ${ended}.` };
  });
}
