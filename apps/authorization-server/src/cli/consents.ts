import { Command } from "commander";
import { listConsents } from "./consents/list.ts";
import { withdrawConsents } from "./consents/withdraw.ts";
import type { Context } from "./context.ts";

/** `consents`: what people agreed to. */
export function consentsCommands(context: Context): Command {
  return new Command("consents")
    .description("what people agreed to share with clients")
    .addCommand(listConsents(context))
    .addCommand(withdrawConsents(context));
}
