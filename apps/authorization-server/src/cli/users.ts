import { Command } from "commander";
import type { Context } from "./context.ts";
import { addUser } from "./users/add.ts";
import { disableUser } from "./users/disable.ts";
import { enableUser } from "./users/enable.ts";
import { listUsers } from "./users/list.ts";
import { setPassword } from "./users/set-password.ts";
import { showUser } from "./users/show.ts";

/** `users`: the people who can sign in. */
export function usersCommands(context: Context): Command {
  return new Command("users")
    .description("people who can sign in")
    .addCommand(addUser(context))
    .addCommand(listUsers(context))
    .addCommand(showUser(context))
    .addCommand(disableUser(context))
    .addCommand(enableUser(context))
    .addCommand(setPassword(context));
}
