/** `sessions end` and `authorizations revoke`: what ends for a person, for a client, or for all. */
import { setTimeout } from "node:timers/promises";
import type { Database } from "@countersign/database";
import { Command } from "commander";
import { revokeAuthorizations as revoke } from "../../administration/sessions/authorizations.ts";
import { endSessionsOf } from "../../administration/sessions/sessions.ts";
import { clientOfId } from "../clients/clients.ts";
import type { Context } from "../command/context.ts";
import { onDatabase } from "../command/on-database.ts";
import { refusal } from "../command/refusal.ts";
import { accountNamed } from "../users/account.ts";

/** Whose things a command is about. With --all, those of all people and clients; without any option, none are. */
export interface WhoseOptions {
  readonly all?: true;
  readonly user?: string;
  readonly client?: string;
}

/**
 * The meaning of the options; `undefined` restricts nothing. A person and a client together select what that person has
 * at that client. Refuses an unknown person or client, a missing option, and --all together with another option.
 */
export async function readWhose(
  database: Pick<Database, "pool" | "prisma">,
  { all, user, client }: WhoseOptions,
): Promise<{ readonly userId: string | undefined; readonly clientId: string | undefined }> {
  const isNamed = user !== undefined || client !== undefined;
  if (isNamed === (all === true)) throw refusal("name a user or a client, or give --all");

  const account = user === undefined ? undefined : await accountNamed(database, user);
  const found = client === undefined ? undefined : await clientOfId(database, client);
  return { userId: account?.id, clientId: found?.id };
}

/** `sessions end`: signs people out everywhere, with the same effects as their own sign-out. */
export function endSessionsCommand(context: Context): Command {
  const command = new Command("end")
    .description("end sessions, revoke what was issued in them, and notify the clients that registered for it")
    .option("--user <username>", "of one user")
    .option("--all", "of all users");

  return onDatabase(command, context, async ({ database, by }, options: WhoseOptions) => {
    const { userId } = await readWhose(database, options);
    const ended = await endSessionsOf(database, userId, by);
    return { json: { ended }, text: `Sessions ended: ${ended}.` };
  });
}

const pause = () => setTimeout(3000);

/** `authorizations revoke`: ends refresh tokens that outlive sessions, and everything else that was issued. */
export function revokeAuthorizations(context: Context): Command {
  const command = new Command("revoke")
    .description("revoke codes, access tokens and refresh tokens; sessions and consents stay")
    .option("--user <username>", "of one user")
    .option(
      "--client <id>",
      "of one client, including what it got for itself; with --user, only what that user granted it",
    )
    .option("--all", "of all users and clients");

  return onDatabase(command, context, async ({ database, by }, options: WhoseOptions) => {
    const whose = await readWhose(database, options);
    const revoked = await revoke(database, whose, { ...by, pause });
    if (revoked === undefined) {
      throw refusal("the authorizations are locked by VACUUM, CREATE INDEX or a long transaction: nothing was revoked");
    }
    return { json: { revoked }, text: `Authorizations revoked: ${revoked}.` };
  });
}
