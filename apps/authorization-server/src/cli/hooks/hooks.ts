import { Command } from "commander";
import type { Context } from "../context.ts";
import { addHookCommand } from "./add.ts";
import {
  changeHookCommand,
  enableHookCommand,
  listHooksCommand,
  removeHookCommand,
  rotateHookCommand,
} from "./change.ts";

/** `hooks`: services that are asked. */
export function hooksCommands(context: Context): Command {
  return new Command("hooks")
    .description("services that are asked for claims, and who may sign up and in")
    .addCommand(addHookCommand(context))
    .addCommand(listHooksCommand(context))
    .addCommand(changeHookCommand(context))
    .addCommand(enableHookCommand(context, false))
    .addCommand(enableHookCommand(context, true))
    .addCommand(rotateHookCommand(context))
    .addCommand(removeHookCommand(context));
}
