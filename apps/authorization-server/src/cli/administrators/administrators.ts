import { Command } from "commander";
import type { Context } from "../context.ts";
import { inviteOneAdministrator } from "./invite-administrator.ts";
import { addAdministrator, listAdministrators, removeAdministrator } from "./owners.ts";
import { registerConsole } from "./register-console.ts";

/** `administrators`: who may use the administration API, and the console's client. */
export function administratorsCommands(context: Context): Command {
  return new Command("administrators")
    .description("people who administer this deployment, and their console")
    .addCommand(addAdministrator(context))
    .addCommand(inviteOneAdministrator(context))
    .addCommand(listAdministrators(context))
    .addCommand(removeAdministrator(context))
    .addCommand(registerConsole(context));
}
