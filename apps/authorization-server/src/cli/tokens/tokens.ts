import { Command } from "commander";
import type { Context } from "../context.ts";
import { addToken } from "./add.ts";
import { listTokens } from "./list.ts";
import { revokeToken } from "./revoke.ts";

/** `tokens`: initial access tokens, with which developers register clients themselves. */
export function tokensCommands(context: Context): Command {
  return new Command("tokens")
    .description("initial access tokens, with which developers register clients themselves")
    .addCommand(addToken(context))
    .addCommand(listTokens(context))
    .addCommand(revokeToken(context));
}
