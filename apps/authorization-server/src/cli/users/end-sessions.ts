import { Command } from "commander";
import { endSessionsOf } from "../../administration/sessions.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { type Report, reporting } from "../report.ts";
import { accountNamed } from "./account.ts";

/** `users end-sessions`: signs a person out at all of their browsers. */
export function endUserSessions(context: Context): Command {
  const command = new Command("end-sessions")
    .description("sign a person out everywhere, revoke what was issued in these sessions, and tell the clients")
    .argument("<username>");

  return reporting(command, context, (username: string) =>
    withDatabase(context, async (database): Promise<Report> => {
      const account = await accountNamed(database, username);
      const ended = await endSessionsOf(database, account.id, byOperator(context));
      return { json: { id: account.id, username: account.username, ended }, text: `Sessions ended: ${ended}.` };
    }),
  );
}
