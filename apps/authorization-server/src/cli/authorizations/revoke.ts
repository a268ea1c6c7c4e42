import { setTimeout } from "node:timers/promises";
import { Command } from "commander";
import { revokeAuthorizations as revoke } from "../../administration/sessions/authorizations.ts";
import type { Context } from "../command/context.ts";
import { onDatabase } from "../command/on-database.ts";
import { refusal } from "../command/refusal.ts";
import { readWhose, type WhoseOptions } from "../command/whose.ts";

const pause = () => setTimeout(3000);

/** `authorizations revoke`: ends refresh tokens that outlive sessions, and everything else that was issued. */
export function revokeAuthorizations(context: Context): Command {
  const command = new Command("revoke")
    .description("revoke codes, access tokens and refresh tokens; sessions and consents stay")
    .option("--user <username>", "of one person")
    .option(
      "--client <id>",
      "of one client, including what it got for itself; with --user, only what that person granted it",
    )
    .option("--all", "of everyone");

  return onDatabase(command, context, async ({ database, by }, options: WhoseOptions) => {
    const whose = await readWhose(database, options);
    const revoked = await revoke(database, whose, { ...by, pause });
    if (revoked === undefined) {
      throw refusal("the authorizations are locked by VACUUM, CREATE INDEX or a long transaction: nothing was revoked");
    }
    return { json: { revoked }, text: `Authorizations revoked: ${revoked}.` };
  });
}
