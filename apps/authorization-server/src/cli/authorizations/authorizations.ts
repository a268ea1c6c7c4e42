import { Command } from "commander";
import type { Context } from "../context.ts";
import { revokeAuthorizations } from "./revoke.ts";

/** `authorizations`: what clients were given access to. */
export function authorizationsCommands(context: Context): Command {
  return new Command("authorizations")
    .description("what clients received: codes, access tokens and refresh tokens")
    .addCommand(revokeAuthorizations(context));
}
