import { Command } from "commander";
import {
  revokeInitialAccessToken,
  revokeInitialAccessTokens,
} from "../../administration/clients/initial-access-tokens.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting } from "../report.ts";

/** `tokens revoke`: revokes initial access tokens; clients registered with them stay. */
export function revokeToken(context: Context): Command {
  const command = new Command("revoke")
    .description("revoke one initial access token, or all; clients registered with it stay")
    .argument("[id]", "as `tokens list` shows it")
    .option("--all", "every initial access token, instead of one");

  return reporting(command, context, async (id: string | undefined, { all }: { all?: true }): Promise<Report> => {
    if ((id === undefined) === (all === undefined)) throw refusal("give one id, or --all");
    if (id === undefined) {
      const count = await withDatabase(context, (database) => revokeInitialAccessTokens(database, byOperator(context)));
      return { json: { revoked: count }, text: `Initial access tokens revoked: ${count}.` };
    }

    const revoked = await withDatabase(context, (database) =>
      revokeInitialAccessToken(database, id, byOperator(context)),
    );
    if (!revoked) throw refusal(`there is no initial access token ${id}`);
    return { json: { id, revoked }, text: `The initial access token ${id} is revoked.` };
  });
}
