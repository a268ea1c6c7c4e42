import { Command } from "commander";
import type { Context } from "../context.ts";
import { endSessionsCommand } from "./end.ts";

/** `sessions`: the browser sessions of people. */
export function sessionsCommands(context: Context): Command {
  return new Command("sessions").description("browser sessions").addCommand(endSessionsCommand(context));
}
