import { Command } from "commander";
import type { Context } from "../context.ts";
import { endSessionsCommand } from "./end.ts";

/** `sessions`: who is signed in at which browser. */
export function sessionsCommands(context: Context): Command {
  return new Command("sessions").description("browser sessions").addCommand(endSessionsCommand(context));
}
