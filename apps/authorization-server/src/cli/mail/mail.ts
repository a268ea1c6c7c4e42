import { Command } from "commander";
import type { Context } from "../context.ts";
import { listMail } from "./list.ts";
import { testMail } from "./test.ts";

/** `mail`: whether mail can be sent, and what became of mails. */
export function mailCommands(context: Context): Command {
  return new Command("mail")
    .description("mails to people; the service sends them by itself")
    .addCommand(testMail(context))
    .addCommand(listMail(context));
}
