import { Command } from "commander";
import { initialAccessTokenAdministration } from "../../stores/initial-access-tokens.ts";
import type { Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting } from "../report.ts";

/** `tokens revoke`: ends an initial access token; clients registered with it stay. */
export function revokeToken(context: Context): Command {
  const command = new Command("revoke")
    .description("end an initial access token at once; clients registered with it stay")
    .argument("<id>", "as `tokens list` shows it");

  return reporting(command, context, async (id: string): Promise<Report> => {
    const revoked = await withDatabase(context, (database) =>
      initialAccessTokenAdministration(database).revoke(id, context.now()),
    );
    if (!revoked) throw refusal(`there is no initial access token ${id}`);
    return { json: { id, revoked }, text: `The initial access token ${id} is revoked.` };
  });
}
