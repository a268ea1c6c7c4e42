import { Command } from "commander";
import type { Context } from "../context.ts";
import { listConsents } from "./list.ts";
import { withdrawConsents } from "./withdraw.ts";

/** `consents`: what people agreed to. */
export function consentsCommands(context: Context): Command {
  return new Command("consents")
    .description("consents: what people share with clients")
    .addCommand(listConsents(context))
    .addCommand(withdrawConsents(context));
}
